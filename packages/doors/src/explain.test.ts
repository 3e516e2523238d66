import { tokenize } from '@helve/command/line';
import { sampleRegistry } from '@helve/command/testing';
import { sampleCaller } from '@helve/policy/testing';
import { expect, it } from 'vitest';
import { explain } from './explain.ts';

it('explain shows the commands of a shell line', async () => {
  const line = tokenize(`helve demo shell --command 'cd src && sudo "rm" x | $Y > out'`);
  const { commands, doubts, effect, paths, policy } = await explain(sampleRegistry(), line, sampleCaller());
  expect({ commands, doubts, effect, verdict: policy?.verdict }).toEqual({
    commands: ['cd src', 'sudo rm x', '$Y'],
    doubts: ['$Y becomes an unknown command'],
    effect: 'execute',
    verdict: 'allow',
  });
  expect(paths?.map(({ path, access }) => `${access} ${path}`)).toContain('write /project/src/x');
});
