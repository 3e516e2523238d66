import { describe, expect, it } from 'vitest';
import { analysePowershell } from './analyse-powershell.ts';
import { powershellScript } from './powershell-script.ts';

const X = 'UTCP_ARG_x_UTCP_END';
const none: ReadonlySet<string> = new Set();

describe('a PowerShell script', () => {
  const script = powershellScript({
    texts: ['Set-Location "${__utcp_a0}"', 'Get-ChildItem'],
    argumentCount: 1,
    files: { data: "C:\\it's\\data", stdout: (step) => `C:\\${step}.out`, stderr: (step) => `C:\\${step}.err` },
    mark: 'mark',
    stopOnError: true,
  }).split('\r\n');

  it('holds neither the steps nor the arguments, which it reads as data', () => {
    expect(script.join()).not.toMatch(/Set-Location|Get-ChildItem/);
    expect(script).toContain(`$__utcp_d = [System.IO.File]::ReadAllText('C:\\it''s\\data').Split([char]0)`);
    expect(script).toContain('Set-Variable -Option ReadOnly -Name __utcp_a0 -Value $__utcp_d[2]');
  });

  it('dot-sources each step, so that what it changes holds for the next', () => {
    const steps = script.filter((line) => line.startsWith('try {'));
    expect(steps.map((line) => line.split(';')[0])).toEqual([
      "try { . ([scriptblock]::Create($__utcp_s0)) > 'C:\\0.out' 2> 'C:\\0.err'",
      "try { . ([scriptblock]::Create($__utcp_s1)) > 'C:\\1.out' 2> 'C:\\1.err'",
    ]);
  });

  it('tells of each step, sets its output, stops after a failure where that is asked for, and ends with the last code', () => {
    expect(script).toContain('[Console]::Out.WriteLine("mark $__utcp_code")');
    expect(script).toContain(
      `$CMD_0_OUTPUT = ([string](Get-Content -Raw -LiteralPath 'C:\\0.out')).TrimEnd("\`r", "\`n")`,
    );
    expect(script).toContain('if ($__utcp_code -ne 0) { exit $__utcp_code }');
    expect(script.at(-2)).toBe('exit $__utcp_code');
  });
});

describe('a placeholder in a PowerShell command', () => {
  it.each([
    [`Get-ChildItem ${X}`, 'Get-ChildItem "${__utcp_a0}"'],
    [`Write-Output "a ${X} b"`, 'Write-Output "a ${__utcp_a0} b"'],
    [`Get-Item C:\\${X}\\y`, 'Get-Item "C:\\${__utcp_a0}\\y"'],
    [`Get-Item ${X}\\sub`, 'Get-Item "${__utcp_a0}\\sub"'],
    [`Get-Item "${X}"\\sub`, 'Get-Item "${__utcp_a0}\\sub"'],
    [`Write-Output 'it' ${X}`, `Write-Output 'it' "\${__utcp_a0}"`],
    [`Get-Content -Path:${X}`, 'Get-Content -Path:"${__utcp_a0}"'],
    [`python script.py ${X}`, 'python script.py "${__utcp_a0}"'],
    [`.\\report.ps1 ${X}`, '.\\report.ps1 "${__utcp_a0}"'],
    [`git log --author=${X} | Select-Object -First 5`, 'git log "--author=${__utcp_a0}" | Select-Object -First 5'],
    [`$y = Get-Content ${X}; Write-Output "$y"`, '$y = Get-Content "${__utcp_a0}"; Write-Output "$y"'],
  ])('is a reference in %s', (command, text) => {
    const { names, write, refusals } = analysePowershell([command], none);
    expect([write(names), refusals]).toEqual([[text], []]);
  });

  it('is left alone in a comment', () => {
    const { names, write, refusals } = analysePowershell([`ls # it's ${X}`], none);
    expect([write(names), refusals]).toEqual([[`ls # it's ${X}`], []]);
  });

  it('is part of a word with # in it', () => {
    const { names, write } = analysePowershell([`Write-Output a#${X}`], none);
    expect(write(names)).toEqual(['Write-Output "a#${__utcp_a0}"']);
  });

  it.each([
    `Write-Output '${X}'`,
    X,
    `& ${X}`,
    `& "${X}"`,
    `& "C:\\${X}\\a.exe"`,
    `. ${X}`,
    `. "${X}"`,
    `iex ${X}`,
    `Invoke-Expression "echo ${X}"`,
    `$ExecutionContext.InvokeCommand.InvokeScript("${X}")`,
    `[scriptblock]::Create("${X}")`,
    `Start-Process ${X}`,
    `start ${X}`,
    `Start-Job -ScriptBlock { ${X} }`,
    `powershell -Command ${X}`,
    `cmd /c echo ${X}`,
    `python -c "print('${X}')"`,
    `Write-Output "$(${X})"`,
    `Write-Output @"\n${X}\n"@`,
    `Write-Output $${X}`,
    `Write-Output “${X}”`,
    `echo ${X} | iex`,
    `echo ${X} | powershell -`,
    `Get-ChildItem | ForEach-Object { ${X} }`,
    `"${X}" | Invoke-Expression`,
    `Set-Alias z ${X}`,
    `Get-Item \`${X}`,
    `ls <# a #> ${X}`,
    `Add-Type -TypeDefinition ${X}`,
    `bash -c "echo ${X}"`,
    `wsl echo ${X}`,
    `mytool ${X}`,
  ])('is refused in %s', (command) => {
    expect(analysePowershell([command], none).refusals).not.toEqual([]);
  });

  it('is refused where the output of its step may be run by another', () => {
    for (const second of [
      'iex $CMD_0_OUTPUT',
      '& $CMD_0_OUTPUT',
      '& (gv CMD_0_OUTPUT).Value',
      'iex (Get-Variable x*)',
    ]) {
      expect(analysePowershell([`echo ${X}`, second], none).refusals).not.toEqual([]);
      expect(analysePowershell([`echo ${X}`, second], new Set(['x'])).refusals).toEqual([]);
    }
    expect(analysePowershell([`$y = Get-Content ${X}`, 'iex $y'], none).refusals).not.toEqual([]);
  });

  it('does not matter to a step that uses nothing of a caller', () => {
    const steps = [`Get-ChildItem ${X}`, 'Get-Process | Where-Object { $_.CPU -gt 5 }'];
    expect(analysePowershell(steps, none).refusals).toEqual([]);
  });
});
