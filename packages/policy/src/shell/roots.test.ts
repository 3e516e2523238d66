import { describe, expect, it } from 'vitest';
import { decide } from '../testing/shell-policy.ts';
import type { Verdict } from '../policy.ts';

describe('the allowed folders hold for a line', () => {
  it.each<[string, Verdict]>([
    ['cat src/a', 'allow'],
    ['cat /etc/passwd', 'deny'],
    ['cat ../x', 'deny'],
    ['cd .. && ls', 'deny'],
    ['echo x > /tmp/x', 'deny'],
    ['echo x > $X', 'deny'],
    ['make', 'allow'],
    ['echo x > /dev/null', 'allow'],
  ])('%j: %s', async (line, verdict) => {
    expect((await decide({ mode: 'bypassPermissions', roots: ['/project'] }, line)).verdict).toBe(verdict);
  });

  it('paths start at the working directory of the input', async () => {
    const { reason } = await decide({ deny: ['Read(secret/**)'] }, 'cat key', { workingDirectory: 'secret' });
    expect(reason).toBe('the rule Read(secret/**) forbids reading /project/secret');
    const { verdict } = await decide({ deny: ['Edit(out/**)'] }, 'ls > x', { workingDirectory: 'out' });
    expect(verdict).toBe('deny');
  });
});
