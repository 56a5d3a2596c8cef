/// The scripts that make a shell call ``Complete``.
///
/// The scripts are small and contain no verbs. All completions come from the installed program, so
/// a script is never out of date. The parser's own scripts are not used: in bash, they cannot
/// complete keys with colons, and they pass words through `compgen -W`, which would execute `$(…)`
/// in a key.
enum CompletionScript {
    /// Returns the script for a shell.
    static func text(of shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    private static let bash = #"""
        # bash completion for dragoman. The program itself provides the completions.
        _dragoman() {
            local kind='' reply
            COMPREPLY=()
            while IFS= read -r reply; do
                if [[ -z $kind ]]; then kind=$reply; else COMPREPLY+=("$reply"); fi
            done < <("${1/#\~/$HOME}" complete bash -- "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
            case $kind in
            files) compopt -o default 2>/dev/null ;;
            directories) compopt -o dirnames 2>/dev/null ;;
            open) compopt -o nospace 2>/dev/null ;;
            esac
        }
        complete -o nosort -F _dragoman dragoman 2>/dev/null || complete -o default -F _dragoman dragoman

        """#

    private static let zsh = #"""
        #compdef dragoman
        # zsh completion for dragoman. The program itself provides the completions.
        _dragoman() {
            local -a lines described
            local line word
            lines=("${(@f)$("${(Q)words[1]}" complete zsh -- \
                "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
            case ${lines[1]} in
            files)
                compset -P '--*='
                _files
                ;;
            directories)
                compset -P '--*='
                _files -/
                ;;
            words|open)
                for line in "${(@)lines[2,-1]}"; do
                    [[ -n $line ]] || continue
                    word=${line%%$'\t'*}
                    word=${word//\\/\\\\}
                    word=${word//:/\\:}
                    if [[ $line = *$'\t'* ]]; then
                        described+=("$word:${line#*$'\t'}")
                    else
                        described+=("$word")
                    fi
                done
                if [[ ${lines[1]} = open ]]; then
                    _describe -V dragoman described -S ''
                else
                    _describe -V dragoman described
                fi
                ;;
            esac
        }
        if [[ ${funcstack[1]} = _dragoman ]]; then
            _dragoman "$@"
        else
            compdef _dragoman dragoman
        fi

        """#

    private static let fish = #"""
        # fish completion for dragoman. The program itself provides the completions.
        function __dragoman_complete
            set -l words (commandline -opc)
            set -l current (commandline -ct)
            set -l lines (command $words[1] complete fish -- $words[2..] "$current" 2>/dev/null)
            switch "$lines[1]"
                case files
                    __fish_complete_path "$current"
                case directories
                    __fish_complete_directories "$current"
                case words open
                    test (count $lines) -gt 1; and printf '%s\n' $lines[2..]
            end
        end
        complete -c dragoman -e
        complete -c dragoman -f -k -a '(__dragoman_complete)'

        """#
}
