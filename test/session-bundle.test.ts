import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packTar, readTar } from '../packages/assistant/src/session/bundle/tar.ts';
import { hashOf } from '../packages/assistant/src/rewind/content-store.ts';
import { asked } from './kit/asked.ts';
import { openAssistant } from './kit/assistant.ts';

const FREE = ['--permission-mode', 'bypassPermissions'];
const FILES = {
  'src/a.txt': 'one\n',
  'run.sh': 'echo hi\n',
  '.gitignore': 'out/\n',
  'out/built.js': 'built\n',
  '.env': 'TOKEN=very-secret\n',
  '.claude/settings.json': '{"permissions":{"deny":["Bash(rm *)"]}}\n',
};

const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });

/** A conversation that changed a file, in a bundle. */
async function bundled() {
  const long = 'i=0; while [ $i -lt 6000 ]; do echo line-$i-of-many; i=$((i+1)); done';
  const script = [bash('echo two >> src/a.txt'), bash(long), { text: 'The word is plover.' }];
  const sandbox = await openAssistant(script, FILES);
  await sandbox.run('sh', [
    '-c',
    'git init -q && git add -A -f run.sh src && git -c user.name=a -c user.email=a@b.c commit -qm first; chmod +x run.sh; ln -s /etc/passwd link',
  ]);
  await sandbox.ask('Remember a word', FREE);
  const { stdout } = await sandbox.helve(['session', 'bundle', '--path', '../talk.helve']);
  return { ...sandbox, file: join(sandbox.dir, '../talk.helve'), made: JSON.parse(stdout).data };
}

/** Another machine: a home and a folder of its own. */
async function elsewhere(file: string, script: Parameters<typeof openAssistant>[0] = []) {
  const sandbox = await openAssistant(script);
  const open = async (...flags: readonly string[]) => {
    const { stdout, code } = await sandbox.helve(['session', 'open', '--path', file, '--folder', 'project', ...flags]);
    const { data, error, ok } = JSON.parse(stdout);
    return { code, ok, data, error: error?.message as string | undefined };
  };
  return { ...sandbox, open, project: join(sandbox.dir, 'project') };
}

describe('helve session bundle and open', () => {
  it('continue a conversation with its files on another machine', async () => {
    const { file, made, dir } = await bundled();
    expect(made.leftOut).toEqual([
      { path: '.claude/settings.json', why: 'may hold settings or hooks' },
      { path: '.env', why: 'may hold secrets' },
      { path: 'link', why: 'is a link' },
    ]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { open, project, helve, server, home, env } = await elsewhere(file, [{ text: 'It was plover.' }]);
    const { data } = await open();
    expect(data).toMatchObject({ folder: 'project', written: 3, files: 3 });
    expect((await readdir(project)).sort()).toEqual(['.gitignore', 'run.sh', 'src']);
    expect(await readFile(join(project, 'src/a.txt'), 'utf8')).toBe('one\ntwo\n');
    expect((await stat(join(project, 'run.sh'))).mode & 0o111).not.toBe(0);
    const { stdout } = await helve(['-p', 'Which word?', '-r', data.id, '--cwd', 'project']);
    expect(stdout).toBe('It was plover.\n');
    const sent = JSON.stringify(server.requests[0]?.body.messages);
    expect(sent).toContain('The word is plover.');
    expect((await asked(server, 0)).text).toContain(`was in ${dir} and is now in ${project}`);
    // Long output came along, and is found where this home keeps it.
    const [, spill = ''] = new RegExp(`(${home}/spill/[\\w.-]+\\.txt)`).exec(sent) ?? [];
    expect(await readFile(spill, 'utf8')).toContain('line-5999-of-many');
    const { stdout: all } = await helve(['session', 'list', '--all']);
    expect(all).toContain(data.id);
    expect(env.HELVE_HOME).toBe(home);
  });

  it('never overwrites a file that is different, unless told to', async () => {
    const { file } = await bundled();
    const { open, project, home } = await elsewhere(file);
    await mkdir(join(project, 'src'), { recursive: true });
    await writeFile(join(project, 'src/a.txt'), 'mine\n');
    const { code, error } = await open();
    expect([code, error]).toEqual([1, expect.stringMatching(/different content exist in .*: src\/a\.txt/)]);
    expect(await readdir(project)).toEqual(['src']);
    expect(existsSync(join(home, 'projects'))).toBe(false);
    expect(await open('--overwrite')).toMatchObject({ ok: true, data: { written: 3 } });
    expect(await readFile(join(project, 'src/a.txt'), 'utf8')).toBe('one\ntwo\n');
    // What is there already is left alone.
    expect(await open()).toMatchObject({ ok: true, data: { written: 0 } });
  });
});

describe('a hostile bundle is refused and changes nothing', () => {
  type Manifest = { files: { path: string; sha256: string; executable: boolean }[]; [key: string]: unknown };

  /** The bundle with something else in it. */
  function forge(bundle: Buffer, change: (parts: Map<string, Buffer>, manifest: Manifest) => Manifest | void): Buffer {
    const parts = new Map(readTar(gunzipSync(bundle), () => true));
    const manifest = JSON.parse(String(parts.get('manifest.json'))) as Manifest;
    const changed = change(parts, manifest) ?? manifest;
    parts.set('manifest.json', Buffer.from(JSON.stringify(changed)));
    return gzipSync(packTar(parts, 0));
  }

  const content = Buffer.from('evil\n');
  const sha256 = hashOf(content);
  const withFile = (path: string) => (parts: Map<string, Buffer>, manifest: Manifest) => {
    parts.set(`content/${sha256}`, content);
    manifest.files.push({ path, sha256, executable: true });
  };
  const withLine = (line: object) => (parts: Map<string, Buffer>, manifest: Manifest) => {
    const log = Buffer.concat([parts.get('log.jsonl') ?? content, Buffer.from(`${JSON.stringify(line)}\n`)]);
    parts.set('log.jsonl', log);
    const conversation = { ...(manifest.conversation as object), sha256: hashOf(log) };
    return { ...manifest, conversation };
  };

  it('whatever is wrong with it', async () => {
    const { file } = await bundled();
    const bundle = await readFile(file);
    const { open, dir, home, project } = await elsewhere('forged.helve');
    const tarOf = (name: string) => gzipSync(packTar(new Map([[name, content]]), 0));
    const linked = packTar(new Map([['log.jsonl', Buffer.alloc(0)]]), 0);
    const sum = Number.parseInt(linked.toString('latin1', 148, 154), 8);
    linked.write('2', 156);
    linked.write((sum + 2).toString(8).padStart(6, '0'), 148);
    const damaged = packTar(new Map([['log.jsonl', Buffer.alloc(0)]]), 0);
    damaged.write('x', 5);
    const cases: readonly (readonly [string, Buffer])[] = [
      ['is not a path within the project', forge(bundle, withFile('../evil.sh'))],
      ['is not a path within the project', forge(bundle, withFile('/tmp/evil.sh'))],
      ['is not a path within the project', forge(bundle, withFile('src/../../evil.sh'))],
      ['may hold settings or hooks', forge(bundle, withFile('.git/hooks/pre-commit'))],
      ['may hold settings or hooks', forge(bundle, withFile('sub/.Claude/settings.json'))],
      ['may hold settings or hooks', forge(bundle, withFile('.helve/settings.json'))],
      ['may hold settings or hooks', forge(bundle, withFile('.mcp.json'))],
      ['may hold secrets', forge(bundle, withFile('.npmrc'))],
      ['twice', forge(bundle, withFile('SRC/A.TXT'))],
      ['was changed', forge(bundle, (parts, { files }) => void parts.set(`content/${files[0]?.sha256}`, content))],
      ['was changed', forge(bundle, (parts) => void parts.set('log.jsonl', content))],
      ['is missing', forge(bundle, (parts, { files }) => void parts.delete(`content/${files[0]?.sha256}`))],
      ['its version is 2', forge(bundle, (_, manifest) => ({ ...manifest, version: 2 }))],
      ['its manifest cannot be read', forge(bundle, (_, { files }) => ({ files }))],
      [
        'an entry that cannot be read',
        forge(bundle, withLine({ id: 'x', parent: null, time: '', type: 'hook', run: 'x' })),
      ],
      [
        'an entry that cannot be read',
        forge(bundle, withLine({ id: 'x', parent: null, time: '', type: 'user', content: 'x' })),
      ],
      ['an unexpected entry "../evil"', tarOf('../evil')],
      ['an unexpected entry "settings.json"', tarOf('settings.json')],
      ['it has no manifest', tarOf('log.jsonl')],
      ['something that is not a regular file', gzipSync(linked)],
      ['it is damaged', gzipSync(damaged)],
      ['it is too large', gzipSync(Buffer.alloc(300 * 1024 * 1024), { level: 1 })],
      ['it is not a bundle of helve', Buffer.from('hello')],
      ['it ends too early', gzipSync(gunzipSync(bundle).subarray(0, 700))],
    ];
    for (const [why, forged] of cases) {
      await writeFile(join(dir, 'forged.helve'), forged);
      expect(await open()).toMatchObject({ code: 2, error: expect.stringContaining(why) });
    }
    expect((await readdir(dir)).sort()).toEqual(['forged.helve']);
    expect(existsSync(join(home, 'projects'))).toBe(false);
    // A link in the folder leads nowhere.
    await mkdir(project);
    await symlink('/tmp', join(project, 'src'));
    await writeFile(join(dir, 'forged.helve'), bundle);
    expect((await open()).error).toContain('src/a.txt would be behind a link');
  });
});
