import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCliTools } from './testing/cli-tools.ts';

/** The examples of the format's documentation, with folders of the test in the place of theirs. */
describe('the documented example', () => {
  it('of a call template runs', async () => {
    const { value, dir } = await openCliTools();
    execFileSync('git', ['init', '-q', 'target'], { cwd: dir });
    for (const name of ['a', 'b']) writeFileSync(join(dir, 'target', name), '');
    const template = {
      commands: [
        { command: 'cd UTCP_ARG_target_dir_UTCP_END', append_to_final_output: false },
        { command: 'git status --porcelain', append_to_final_output: false },
        {
          command: 'echo "Status: $CMD_1_OUTPUT, Files: $(echo "$CMD_1_OUTPUT" | wc -l)"',
          append_to_final_output: true,
        },
      ],
      working_dir: dir,
      env_vars: { GIT_AUTHOR_NAME: 'UTCP Bot' },
    };
    expect(await value(template, { target_dir: 'target' })).toMatch(/^Status: \?\? a\n\?\? b, Files:\s+2$/);
  });

  it('of output referencing runs', async () => {
    const { value, dir } = await openCliTools();
    execFileSync('git', ['init', '-q'], { cwd: dir });
    writeFileSync(join(dir, 'new'), '');
    const commands = [
      { command: 'git status --porcelain', append_to_final_output: false },
      { command: 'echo "Changes detected: $CMD_0_OUTPUT"', append_to_final_output: true },
    ];
    expect(await value({ commands })).toBe('Changes detected: ?? new');
  });

  it('safe_file_read runs', async () => {
    const { value, dir } = await openCliTools();
    mkdirSync(join(dir, 'safe'));
    writeFileSync(join(dir, 'safe', 'notes.txt'), 'noted');
    const commands = [
      { command: `cd ${join(dir, 'safe')}`, append_to_final_output: false },
      { command: 'cat UTCP_ARG_filename_UTCP_END', append_to_final_output: true },
    ];
    expect(await value({ commands, working_dir: join(dir, 'safe') }, { filename: 'notes.txt' })).toBe('noted');
  });

  it('of a sandbox runs', async () => {
    const { value, dir } = await openCliTools();
    // There need not be a docker here: it prints what it is given.
    writeFileSync(join(dir, 'docker'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    const command =
      'docker run --rm --read-only -v /safe/data:/data:ro alpine:latest cat /data/UTCP_ARG_filename_UTCP_END';
    const template = {
      commands: [{ command, append_to_final_output: true }],
      env_vars: { PATH: `${dir}:${process.env.PATH}` },
    };
    expect(await value(template, { filename: 'a b; c' })).toBe(
      'run\n--rm\n--read-only\n-v\n/safe/data:/data:ro\nalpine:latest\ncat\n/data/a b; c',
    );
  });

  it('get_system_info runs', async () => {
    const { value } = await openCliTools();
    expect(await value({ commands: [{ command: 'uname -a', append_to_final_output: true }] })).toContain(release());
  });

  it('analyze_directory runs', async () => {
    const { value, dir } = await openCliTools();
    mkdirSync(join(dir, 'sub dir'));
    for (const name of ['a', 'b', 'c']) writeFileSync(join(dir, 'sub dir', name), 'text');
    const commands = [
      { command: 'cd UTCP_ARG_path_UTCP_END', append_to_final_output: false },
      { command: 'find . -type f | wc -l', append_to_final_output: false },
      { command: 'du -sh .', append_to_final_output: false },
      {
        command: 'echo "Directory Analysis: $CMD_2_OUTPUT total size, $CMD_1_OUTPUT files"',
        append_to_final_output: true,
      },
    ];
    expect(await value({ commands }, { path: 'sub dir' })).toMatch(
      /^Directory Analysis: [\d.]+K?\s+\. total size,\s+3 files$/,
    );
  });

  it('git_analysis runs', async () => {
    const { value, dir } = await openCliTools();
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: join(dir, 'origin') });
    mkdirSync(join(dir, 'origin'));
    git('init', '-q');
    for (const name of ['a.py', 'b.py', 'c.txt']) writeFileSync(join(dir, 'origin', name), '');
    git('add', '.');
    git('commit', '-qm', 'First');
    const commands = [
      { command: 'git clone UTCP_ARG_repo_url_UTCP_END UTCP_ARG_target_dir_UTCP_END', append_to_final_output: false },
      { command: 'cd UTCP_ARG_target_dir_UTCP_END', append_to_final_output: false },
      { command: 'git log --oneline -10', append_to_final_output: true },
      { command: "find . -name '*.py' | wc -l", append_to_final_output: false },
      { command: 'echo "Repository has $CMD_3_OUTPUT Python files"', append_to_final_output: true },
    ];
    const env_vars = { GIT_AUTHOR_NAME: 'UTCP Bot', GIT_AUTHOR_EMAIL: 'bot@utcp.dev' };
    expect(await value({ commands, env_vars }, { repo_url: join(dir, 'origin'), target_dir: 'clone' })).toMatch(
      /^[0-9a-f]+ First\nRepository has\s+2 Python files$/,
    );
  });

  it('python_pipeline runs', async () => {
    const { value, dir } = await openCliTools();
    mkdirSync(join(dir, 'bin'));
    mkdirSync(join(dir, 'lib'));
    mkdirSync(join(dir, 'project'));
    writeFileSync(join(dir, 'lib', 'greeting.py'), 'WORD = "hello"\n');
    writeFileSync(join(dir, 'project', 'requirements.txt'), '');
    writeFileSync(
      join(dir, 'project', 'main.py'),
      'import greeting, json, os\nprint(json.dumps({"word": greeting.WORD, "env": os.environ["VIRTUAL_ENV"]}))\n',
    );
    // Not every system calls it python, and pip need not be there.
    writeFileSync(join(dir, 'bin', 'python'), '#!/bin/sh\n[ "$1" = -m ] && exit 0\nexec python3 "$@"\n', {
      mode: 0o755,
    });
    const template = {
      commands: [
        { command: 'cd UTCP_ARG_project_dir_UTCP_END', append_to_final_output: false },
        { command: 'python -m pip install -r requirements.txt', append_to_final_output: false },
        { command: 'python UTCP_ARG_script_name_UTCP_END', append_to_final_output: true },
      ],
      working_dir: dir,
      env_vars: {
        PYTHONPATH: join(dir, 'lib'),
        VIRTUAL_ENV: join(dir, 'venv'),
        PATH: `${join(dir, 'bin')}:${process.env.PATH}`,
      },
    };
    expect(await value(template, { project_dir: 'project', script_name: 'main.py' })).toEqual({
      word: 'hello',
      env: join(dir, 'venv'),
    });
  });

  it('of environment variables runs', async () => {
    const { value, dir } = await openCliTools();
    writeFileSync(join(dir, 'app.js'), 'console.log(process.env.NODE_ENV, process.env.API_KEY, process.env.PORT)');
    const commands = [{ command: 'node app.js', append_to_final_output: true }];
    const env_vars = { NODE_ENV: 'production', API_KEY: 'filled-in', PORT: 3000 };
    expect(await value({ commands, env_vars })).toBe('production filled-in 3000');
  });

  it('of a working directory runs', async () => {
    const { value, dir } = await openCliTools();
    mkdirSync(join(dir, 'src'));
    writeFileSync(join(dir, 'src', 'Makefile'), 'build:\n\t@echo built\n');
    expect(
      await value({ commands: [{ command: 'make build', append_to_final_output: true }], working_dir: 'src' }),
    ).toBe('built');
  });

  it('of a Unix command runs', async () => {
    const { value, dir } = await openCliTools();
    mkdirSync(join(dir, 'd'));
    writeFileSync(join(dir, 'd', 'file'), '');
    const commands = [
      { command: 'ls -la UTCP_ARG_path_UTCP_END', append_to_final_output: true },
      { command: 'cd UTCP_ARG_dir_UTCP_END' },
    ];
    expect(await value({ commands }, { path: 'd', dir: 'd' })).toContain('file');
  });

  it('of commands for every system runs', async () => {
    const { call } = await openCliTools();
    const { value, steps } = await call(['git --version', 'python3 --version', 'node -v']);
    expect([value, steps.map(({ exitCode }) => exitCode)]).toEqual([process.version, [0, 0, 0]]);
  });

  it('of a test gives "Previous: hello"', async () => {
    const { value } = await openCliTools();
    const commands = [
      { command: 'echo UTCP_ARG_message_UTCP_END', append_to_final_output: false },
      { command: 'echo "Previous: $CMD_0_OUTPUT"' },
    ];
    expect(await value({ name: 'test_cli', commands }, { message: 'hello' })).toBe('Previous: hello');
  });
});
