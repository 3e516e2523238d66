import { expect, it } from 'vitest';
import { connect } from './kit/mcp.ts';
import { openServiceSandbox } from './kit/service.ts';

const PATCH = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n';

it.each<[tool: string, input: object, says: RegExp]>([
  [
    'TextPatch',
    { filePath: 'a.txt' },
    /needs either oldText and newText, or edits\nTextPatch takes filePath, oldText,/,
  ],
  ['TextPatch', { filePath: 1, oldText: 'a', newText: 'b' }, /^INVALID_INPUT: filePath must be .*\nTextPatch takes/],
  ['TextPatch', { filePath: 'a.txt', oldText: 'a', newText: 'b' }, /or use replaceAll\./],
  ['TextRead', { filePath: 'a.txt', offset: 9 }, /Use an offset from 1 to 1\./],
  ['FsPatch', { path: 'a.txt', patch: PATCH }, /Give the folder that the patch applies in with path;/],
  ['CliWrite', { sessionId: 's', input: '{secret}' }, /environment variable holds: secret NAME/],
  ['GitStash', {}, /: includeUntracked$/],
  ['GitDiff', { to: 'HEAD' }, /: to needs commit\nGitDiff takes /],
  [
    'McpExecute',
    { toolbox: 'x', tool: 'y', params: 'z' },
    /: params must be .*\nMcpExecute takes toolbox, tool, params\.$/,
  ],
  // Its work is done in the service.
  ['BrowserFill', { session: 'abc234', element: 'el1' }, /Give exactly one of value, valueFile and valueStdin\.$/],
])('%s names its own parameters when %j is wrong', async (tool, input, says) => {
  const sandbox = await openServiceSandbox({ 'a.txt': 'a a\n' });
  await sandbox.run('git', ['init', '-q']);
  await sandbox.run('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'a', '--allow-empty']);
  const client = await connect(sandbox, ['--tools', 'all']);
  await client.list();
  if (tool === 'CliWrite') await client.call('CliSession', { sessionId: 's', command: 'cat' });
  const result = await client.call(tool, input);
  expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(says) }] });
  expect(JSON.stringify(result)).not.toContain('--');
});
