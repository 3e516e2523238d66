/**
 * Completion scripts. Each asks `helve complete` for candidates, one a line with its description behind a tab; a
 * single line `:files` hands over to the shell's own completion of file names.
 */
export const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_helve() {
  local answer line
  COMPREPLY=()
  answer=$(helve complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null) || return
  if [ "$answer" = ":files" ]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")
    return
  fi
  [ -n "$answer" ] || return
  while IFS= read -r line; do COMPREPLY+=("\${line%%$'\\t'*}"); done <<< "$answer"
}
complete -F _helve helve
`,
  zsh: `#compdef helve
_helve() {
  local answer line
  local -a described
  answer=$(helve complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null) || return
  if [[ $answer == :files ]]; then
    _files
    return
  fi
  for line in "\${(@f)answer}"; do
    [[ -n $line ]] && described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe helve described
}
if (( $+functions[compdef] )); then compdef _helve helve; fi
`,
  fish: `function __helve_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l answer (helve complete -- $words[2..-1] 2>/dev/null)
  if test "$answer" = ":files"
    __fish_complete_path (commandline -ct)
  else
    printf '%s\\n' $answer
  end
end
complete -c helve -f -a '(__helve_complete)'
`,
  powershell: `Register-ArgumentCompleter -Native -CommandName helve -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  $answer = @(helve complete -- @words $wordToComplete 2>$null)
  if ($answer.Count -eq 1 -and $answer[0] -eq ':files') {
    return [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
  }
  foreach ($line in $answer) {
    $name, $description = $line -split "\`t", 2
    if (-not $description) { $description = $name }
    [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $description)
  }
}
`,
};
