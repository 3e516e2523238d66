import { describe, expect, it } from 'vitest';
import { analysePowershell, powershellScript } from './powershell-script.ts';

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
    [`Get-Item C:\\${X}\\y`, 'Get-Item C:\\"${__utcp_a0}"\\y'],
    [`Write-Output 'it' ${X}`, `Write-Output 'it' "\${__utcp_a0}"`],
    [`python script.py ${X}`, 'python script.py "${__utcp_a0}"'],
  ])('is a reference in %s', (command, text) => {
    expect(analysePowershell([command], none)).toMatchObject({ texts: [text], refusals: [] });
  });

  it.each([
    `Write-Output '${X}'`,
    X,
    `& ${X}`,
    `. ${X}`,
    `iex ${X}`,
    `Invoke-Expression "echo ${X}"`,
    `powershell -Command ${X}`,
    `cmd /c echo ${X}`,
    `python -c "print('${X}')"`,
    `Write-Output "$(${X})"`,
    `Write-Output @"\n${X}\n"@`,
    `Write-Output $${X}`,
    `ls # ${X}`,
  ])('is refused in %s', (command) => {
    expect(analysePowershell([command], none).refusals).not.toEqual([]);
  });

  it('is refused where the output of its step may be run by another', () => {
    expect(analysePowershell([`echo ${X}`, 'iex $CMD_0_OUTPUT'], none).refusals).not.toEqual([]);
    expect(analysePowershell([`echo ${X}`, 'iex $CMD_0_OUTPUT'], new Set(['x'])).refusals).toEqual([]);
  });
});
