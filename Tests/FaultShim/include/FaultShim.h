#ifndef FAULT_SHIM_H
#define FAULT_SHIM_H

/* Nothing is called from outside: the library is loaded into a program by LD_PRELOAD. See faults.c. */

#endif
