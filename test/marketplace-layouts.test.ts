import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSandbox, type Sandbox } from './kit/helve.ts';

type Files = Readonly<Record<string, string>>;

const skill = (name: string) => `---\nname: ${name}\ndescription: About ${name}\n---\nDo ${name}.`;
const agent = (name: string) => `---\nname: ${name}\ndescription: About ${name}\n---\nYou are ${name}.`;
const command = '---\ndescription: A command\n---\nDo it.';
const manifest = (name: string, more: object = {}) => JSON.stringify({ name, version: '1.0.0', ...more });
const hooks = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } });

async function write(folder: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

async function openMarketplace(plugins: readonly object[], files: Files, more: object = {}): Promise<Sandbox> {
  const sandbox = await openSandbox();
  const market = JSON.stringify({ name: 'market', owner: { name: 'A' }, plugins, ...more });
  await write(join(sandbox.dir, 'market'), { '.claude-plugin/marketplace.json': market, ...files });
  const { code, stderr } = await sandbox.helve(['plugin', 'marketplace', 'add', '--source', './market']);
  expect([code, stderr]).toEqual([0, '']);
  return sandbox;
}

/** What an installed plugin brings, in the order of their names. */
async function install({ helve }: Sandbox, name: string) {
  const { stdout } = await helve(['plugin', 'install', '--name', name]);
  const { ok, data, error } = JSON.parse(stdout);
  if (!ok) throw new Error(error.message);
  const { skills, agents, runs } = data as { skills: string[]; agents: string[]; runs: string[] };
  return { skills: skills.toSorted(), agents: agents.toSorted(), runs };
}

const commit = ({ run }: Sandbox, folder: string) =>
  run('bash', [
    '-c',
    'cd "$0" && git init -q -b main . && git add -A && git -c user.name=A -c user.email=a@b.c commit -qm x',
    folder,
  ]);

// Each layout is that of a public marketplace; the content is our own.
describe('a marketplace', () => {
  it('whose entries share one folder and name skills brings exactly those, once (anthropics/skills)', async () => {
    const entry = (name: string, skills: readonly string[]) => ({ name, source: './', strict: false, skills });
    const market = await openMarketplace(
      [entry('documents', ['./skills/xlsx', './skills/pdf']), entry('examples', ['./skills/art', './skills/art/'])],
      {
        'skills/xlsx/SKILL.md': skill('xlsx'),
        'skills/pdf/SKILL.md': skill('pdf'),
        'skills/art/SKILL.md': skill('art'),
        'hooks/hooks.json': hooks,
      },
    );
    expect(await install(market, 'documents')).toEqual({ skills: ['pdf', 'xlsx'], agents: [], runs: [] });
    expect(await install(market, 'examples')).toEqual({ skills: ['art'], agents: [], runs: [] });
    const { stdout } = await market.helve(['plugin', 'list']);
    expect(JSON.parse(stdout).data.plugins.map(({ skills }: { skills: string[] }) => skills.toSorted())).toEqual([
      ['pdf', 'xlsx'],
      ['art'],
    ]);
  });

  it('whose entries name files of commands, agents and servers brings those (davila7/claude-code-templates)', async () => {
    const market = await openMarketplace(
      [
        {
          name: 'git-flow',
          source: './',
          strict: false,
          commands: ['./tool/components/commands/git/feature.md'],
          agents: ['./tool/components/agents/git/manager.md'],
          mcpServers: ['./tool/components/mcps/db.json'],
        },
      ],
      {
        'tool/components/commands/git/feature.md': command,
        'tool/components/commands/git/release.md': command,
        'tool/components/agents/git/manager.md': agent('manager'),
        'tool/components/mcps/db.json': JSON.stringify({ mcpServers: { db: { command: 'db-server' } } }),
        'commands/other.md': command,
        'agents/other.md': agent('other'),
      },
    );
    expect(await install(market, 'git-flow')).toEqual({
      skills: ['git-flow:feature'],
      agents: ['git-flow:manager'],
      runs: ['MCP server db: db-server'],
    });
  });

  it('with a folder for each plugin finds what is in it, also in subfolders (wshobson/agents)', async () => {
    const market = await openMarketplace([{ name: 'backend', source: './plugins/backend', version: '1.3.2' }], {
      'plugins/backend/agents/architect.md': agent('architect'),
      'plugins/backend/agents/review/security.md': agent('security'),
      'plugins/backend/commands/feature.md': command,
      'plugins/backend/commands/db/migrate.md': command,
      'plugins/backend/skills/api/SKILL.md': skill('api'),
      'plugins/backend/skills/api/references/more.md': 'More.',
    });
    expect(await install(market, 'backend')).toEqual({
      skills: ['api', 'backend:db:migrate', 'backend:feature'],
      agents: ['backend:architect', 'backend:review:security'],
      runs: [],
    });
  });

  it('whose plugins are repositories takes them at a branch (obra/superpowers-marketplace)', async () => {
    const sandbox = await openSandbox();
    const repository = join(sandbox.dir, 'powers');
    await write(repository, {
      '.claude-plugin/plugin.json': manifest('powers'),
      'skills/tdd/SKILL.md': skill('tdd'),
      'commands/plan.md': command,
      'hooks/hooks.json': hooks,
    });
    expect((await commit(sandbox, repository)).code).toBe(0);
    const source = { source: 'url', url: `file://${repository}`, ref: 'main' };
    await write(join(sandbox.dir, 'market'), {
      '.claude-plugin/marketplace.json': JSON.stringify({
        name: 'market',
        plugins: [{ name: 'powers', source, strict: true, version: '5.0.6' }],
      }),
    });
    await sandbox.helve(['plugin', 'marketplace', 'add', '--source', './market']);
    expect(await install(sandbox, 'powers')).toEqual({
      skills: ['powers:plan', 'tdd'],
      agents: [],
      runs: ['hook Stop: true'],
    });
  });

  it('whose plugins are folders of repositories takes that folder (anthropics/claude-plugins-official)', async () => {
    const sandbox = await openSandbox();
    const repository = join(sandbox.dir, 'many');
    await write(repository, {
      'plugins/one/.claude-plugin/plugin.json': manifest('one'),
      'plugins/one/skills/first/SKILL.md': skill('first'),
      'plugins/two/skills/second/SKILL.md': skill('second'),
    });
    expect((await commit(sandbox, repository)).code).toBe(0);
    const source = { source: 'git-subdir', url: `file://${repository}`, path: 'plugins/one', ref: 'main' };
    await write(join(sandbox.dir, 'market'), {
      '.claude-plugin/marketplace.json': JSON.stringify({
        $schema: 'https://anthropic.com/claude-code/marketplace.schema.json',
        name: 'market',
        plugins: [{ name: 'one', source, category: 'development', tags: ['x'] }],
      }),
    });
    await sandbox.helve(['plugin', 'marketplace', 'add', '--source', './market']);
    expect(await install(sandbox, 'one')).toEqual({ skills: ['first'], agents: [], runs: [] });
  });

  it('that is itself the plugin brings what its manifest says besides', async () => {
    const market = await openMarketplace([{ name: 'whole', source: './' }], {
      '.claude-plugin/plugin.json': manifest('whole', { skills: './more-skills', agents: ['./helpers/one.md'] }),
      'skills/tdd/SKILL.md': skill('tdd'),
      'more-skills/extra/SKILL.md': skill('extra'),
      'helpers/one.md': agent('one'),
    });
    expect(await install(market, 'whole')).toEqual({ skills: ['extra', 'tdd'], agents: ['whole:one'], runs: [] });
  });

  it('with a common folder and hooks in an entry adds them to the manifest', async () => {
    const market = await openMarketplace(
      [{ name: 'audit', source: 'audit', hooks: JSON.parse(hooks).hooks }],
      {
        'plugins/audit/.claude-plugin/plugin.json': manifest('audit'),
        'plugins/audit/skills/audit/SKILL.md': skill('audit'),
        'plugins/audit/.mcp.json': JSON.stringify({ mcpServers: { scan: { command: 'scan' } } }),
      },
      { metadata: { pluginRoot: './plugins' } },
    );
    expect(await install(market, 'audit')).toEqual({
      skills: ['audit'],
      agents: [],
      runs: ['hook Stop: true', 'MCP server scan: scan'],
    });
  });
});
