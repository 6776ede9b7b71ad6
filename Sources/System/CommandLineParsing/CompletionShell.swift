/// A shell that a completion script can be made for.
public enum CompletionShell: String, CaseIterable, Sendable {
  /// The shells for which completions are written.
  case bash, zsh, fish

  /// The first word by which a script asks the program for `CommandDescription.completions`.
  public static let question = "__complete"

  /// A script that lets the shell ask a program what it may offer, each time.
  ///
  /// The text is complete in itself: it is sourced, or put where the shell looks for completions.
  public func script(for program: String) -> String {
    let text =
      switch self {
      case .bash: Self.bashScript
      case .zsh: Self.zshScript
      case .fish: Self.fishScript
      }
    return text.replacing("PROGRAM", with: program).replacing("QUESTION", with: Self.question)
  }

  /// For bash 4.4 and later, which needs no bash-completion package.
  private static let bashScript = #"""
    # bash completion for PROGRAM

    _PROGRAM() {
      local current=${COMP_WORDS[COMP_CWORD]} line file ending
      # readline makes "--name=value" three words
      [[ $current == "=" ]] && current=
      COMPREPLY=()
      while IFS= read -r line; do
        case $line in
          :folders | ":files "*)
            compopt -o filenames 2>/dev/null
            while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -d -- "$current") ;;&
          :files*)
            compopt -o filenames 2>/dev/null
            while IFS= read -r file; do
              for ending in ${line#:files}; do
                [[ ${file,,} == *."$ending" ]] && COMPREPLY+=("$file")
              done
              [[ $line == :files ]] && COMPREPLY+=("$file")
            done < <(compgen -f -- "$current") ;;
          :folders) ;;
          *) COMPREPLY+=("${line%%$'\t'*}") ;;
        esac
      done < <("${COMP_WORDS[0]/#\~/$HOME}" QUESTION "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    }

    complete -F _PROGRAM PROGRAM

    """#

  private static let zshScript = #"""
    #compdef PROGRAM
    # zsh completion for PROGRAM

    _PROGRAM() {
      local line
      local -a offers
      for line in "${(@f)$(${(Q)words[1]/#\~/$HOME} QUESTION "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
        case $line in
          '') ;;
          :folders) compset -P '--*='; _files -/ ;;
          :files) compset -P '--*='; _files ;;
          :files*) compset -P '--*='; _files -g "*.(#i)(${${line#:files }// /|})" ;;
          *) offers+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
        esac
      done
      ((${#offers})) && _describe 'PROGRAM' offers
    }

    if [ "$funcstack[1]" = "_PROGRAM" ]; then
      _PROGRAM "$@"
    else
      compdef _PROGRAM PROGRAM
    fi

    """#

  private static let fishScript = #"""
    # fish completion for PROGRAM

    function __PROGRAM_offers
      set -l words (commandline -opc) (commandline -ct)
      set -l before (string match -r -- '^--[^=]*=' $words[-1]; or echo)
      set -l typed (string replace -r -- '^--[^=]*=' '' $words[-1])
      for line in (eval $words[1] QUESTION (string escape -- $words[2..]) 2>/dev/null)
        switch $line
          case :folders
            printf '%s\n' $before(__fish_complete_directories $typed)
          case :files
            printf '%s\n' $before(__fish_complete_path $typed)
          case ':files *'
            set -l endings (string replace ':files ' '' $line | string replace -a ' ' '|')
            printf '%s\n' $before(__fish_complete_path $typed | string match -r -i -- "^.*(?:/|\.(?:$endings))(?:\t.*)?\$")
          case '*'
            printf '%s\n' $line
        end
      end
    end

    complete -c PROGRAM -f -a '(__PROGRAM_offers)'

    """#
}
