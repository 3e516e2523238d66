import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPolicy } from '../create.ts';
import { parseRule } from '../rule.ts';
import { readShellLine } from './read.ts';

/** Text that may come together to a line that runs `rm`. Nothing that starts processes beside the line, and no loops. */
const PIECES =
  'rm~rm x~r"m"~\'rm\'~\\rm~r~m~$(~)~`~"~\'~|~&&~;~${X:-~}~((~))~<(~if~then~fi~{~\\~$X~*~[[~]]~>/dev/null~#~\n~sh -c~' +
  "eval~env~X=1~xargs~find . -exec~{} ;~{} \\;~-c~nice~timeout 5~command~exec~true~echo~case x in x)~;;~esac~<<E~\nE\n~<<<~<<'E'~" +
  "!~time~f()~f~$'rm'~$'\\x72m'~{rm,x}~[~]~a=(~let~declare~-s~--~-n 1~-I{}~|&~||~&>~2>&1~${~:~=~$((~(~\"$(rm)\"~'$(rm)'~a=~" +
  '$a~@~alias~x=rm~test -v~printf -v~source~.~unset~function~elif~else~cat~;rm~>&~$"rm"~-eq~!=';

const SHELLS = [['bash'], ['sh'], ['zsh', '-f']] as const;

/** Random lines run as nobody where tests run as root, and see copies of programs: zsh can write to `=cat`. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

describe('what a rule forbids is not run by a real shell from a line that is allowed', () => {
  it('whatever the line is', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'helve-shells-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    const [bin, cwd, mark] = [join(folder, 'bin'), join(folder, 'run/cwd'), join(folder, 'run/mark')];
    mkdirSync(bin);
    chmodSync(folder, 0o755);
    writeFileSync(join(bin, 'rm'), `#!/bin/sh\n: > ${mark}\n`, { mode: 0o755 });
    for (const program of ['env', 'xargs', 'find', 'nice', 'timeout', 'cat', 'sh']) {
      copyFileSync(join('/usr/bin', program), join(bin, program));
    }
    const policy = await createPolicy({
      mode: 'bypassPermissions',
      modeSource: 'the test',
      rules: [parseRule('deny', 'Bash(rm *)', 'settings.json')],
      base: { root: cwd, home: undefined },
      cwd,
    });
    const line = fc
      .tuple(fc.array(fc.constantFrom(...PIECES.split('~')), { minLength: 1, maxLength: 9 }), fc.constantFrom(' ', ''))
      .map(([pieces, between]) => pieces.join(between))
      .filter((text) => /r\W*m|72m/.test(text))
      .filter((text) => {
        const shell = readShellLine(text, { cwd, env: {} });
        return policy.judge({ command: 'terminal exec', effect: 'execute', touches: [], shell }).verdict === 'allow';
      });
    const ran: string[] = [];
    for (const text of fc.sample(line, { seed: 4, numRuns: 200 })) {
      for (const [shell, ...options] of SHELLS) {
        mkdirSync(cwd, { recursive: true });
        for (const each of [cwd, dirname(cwd)]) chmodSync(each, 0o777);
        spawnSync(`/bin/${shell}`, [...options, '-c', text], {
          cwd,
          env: { PATH: bin },
          stdio: 'ignore',
          timeout: 20_000,
          killSignal: 'SIGKILL',
          ...NOBODY,
        });
        if (existsSync(mark)) ran.push(`${shell}: ${JSON.stringify(text)}`);
        rmSync(dirname(cwd), { recursive: true, force: true, maxRetries: 5 });
      }
    }
    expect(ran).toEqual([]);
  }, 120_000);

  it('and would be seen if it were', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'helve-shells-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o777);
    writeFileSync(join(folder, 'rm'), `#!/bin/sh\n: > ${folder}/mark\n`, { mode: 0o755 });
    for (const [shell, ...options] of SHELLS) {
      spawnSync(`/bin/${shell}`, [...options, '-c', 'echo $(rm)'], { env: { PATH: folder }, ...NOBODY });
      expect([shell, existsSync(join(folder, 'mark'))]).toEqual([shell, true]);
      rmSync(join(folder, 'mark'));
    }
  });
});
