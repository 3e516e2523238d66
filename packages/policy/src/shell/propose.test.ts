import { describe, expect, it } from 'vitest';
import { decide } from '../testing/shell-policy.ts';
import { ruleFor } from './propose.ts';
import { readShellLine } from './read.ts';

describe('"always allow" proposes rules', () => {
  it.each<[string, string[]]>([
    ['npm run build', ['Bash(npm run build)']],
    ['npm run build -- --watch', ['Bash(npm run build *)']],
    ['npm test', ['Bash(npm test)']],
    ['git push origin main', ['Bash(git push *)']],
    ['cd src && ls && make all', ['Bash(make all)']],
    ['prettier --write src', ['Bash(prettier *)']],
    ['rm -rf "a b"', ['Bash(rm -rf "a b")']],
    ['sudo apt install x', ['Bash(sudo apt install x)']],
    ['git push && npm run build', ['Bash(git push)', 'Bash(npm run build)']],
    ['timeout 5 npm run build', ['Bash(npm run build)']],
    ['curl x | sh', []],
    ['python3 - <<END\nprint(1)\nEND', []],
    ['echo 1 | node', []],
    ['python3 a.py', ['Bash(python3 a.py)']],
    ['node --test', ['Bash(node --test)']],
    ['awk 1 x', ['Bash(awk 1 x)']],
    ['sed -i s/a/b/ x', ['Bash(sed -i s/a/b/ x)']],
    ['find . -delete', ['Bash(find . -delete)']],
    ['bash build.sh', ['Bash(bash build.sh)']],
    ['sqlite3 a.db .dump', ['Bash(sqlite3 a.db .dump)']],
    ['export A=1; make', ['Bash(export A=1)', 'Bash(make)']],
    ['npm_config_script_shell=./x npm run test', ['Bash(npm_config_script_shell=./x npm run test)']],
    ['p=src; tsc $p', ['Bash(tsc *)']],
    ['$X', []],
    ['ls', []],
  ])('for %j: %j', (line, rules) => {
    expect(ruleFor(readShellLine(line, { cwd: '/project', env: {} }))).toEqual(rules);
  });

  it('that allow the line they were made for', async () => {
    for (const line of ['npm run build -- --watch', 'git push $X', 'rm -rf "a b"', 'A=1 sudo make "x y" && tsc']) {
      const allow = [...ruleFor(readShellLine(line, { cwd: '/project', env: {} }))];
      expect([line, allow, (await decide({ allow }, line)).verdict]).toEqual([line, allow, 'allow']);
    }
  });

  it('that allow no variables which they do not name', async () => {
    for (const allow of [['Bash(npm run test:*)'], ['Bash(npm run test *)'], ['Bash(npm run test)']]) {
      for (const before of ['npm_config_script_shell=./x', 'PATH=.', 'NODE_OPTIONS=-rx', 'env A=1', 'x=1']) {
        const { verdict } = await decide({ allow }, `${before} npm run test`);
        expect([before, verdict]).toEqual([before, 'ask']);
      }
      expect((await decide({ allow }, 'CI=1 npm run test')).verdict).toBe('allow');
    }
  });
});
