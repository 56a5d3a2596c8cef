#ifndef CPOSTPONED_H
#define CPOSTPONED_H

/* Leaves the files of authorities unread that this thread asks Mbed TLS to read, until the next call of authorities_file. */
void authorities_postpone(void);

/* The last file that was left unread, or NULL; from now on files are read again. */
const char *authorities_file(void);

#endif
