import { expect, it } from 'vitest';
import { openWorkspace } from '../testing/workspace.ts';
import { platformOf } from './platform.ts';

it('tells the shell and how to write for it', async () => {
  const workspace = await openWorkspace();
  expect(await workspace.data('terminal platform')).toEqual({
    platform: 'linux',
    shell: 'bash',
    shellPath: '/bin/bash',
    pathSeparator: '/',
    commandSeparator: '&&',
    environmentPrefix: '$',
    features: { pipelines: true, redirects: true, backgroundJobs: true, heredoc: true },
  });
});

it.each([
  [{ SHELL: '/bin/zsh' }, ['/bin/zsh'], 'zsh', '/bin/zsh'],
  [{ SHELL: '/usr/bin/fish', PATH: '/usr/bin' }, ['/usr/bin/fish', '/usr/bin/bash'], 'bash', '/usr/bin/bash'],
  [{ SHELL: '/gone/bash', PATH: '/opt/bin' }, ['/opt/bin/sh'], 'sh', '/opt/bin/sh'],
  [{ SHELL: 'bash', PATH: '.:relative' }, ['/bin/sh', 'bash'], 'sh', '/bin/sh'],
  [{}, ['/bin/bash', '/bin/sh'], 'bash', '/bin/bash'],
])('with %j and %j on disk, commands run in %s', (env, programs, shell, shellPath) => {
  const isProgram = (path: string) => programs.includes(path);
  expect(platformOf(env, { platform: 'linux', isProgram })).toMatchObject({ shell, shellPath });
});

it('says so when there is no shell', () => {
  expect(() => platformOf({}, { platform: 'linux', isProgram: () => false })).toThrow('There is no shell');
});

it.each([
  ['pwsh', ';', '$env:'],
  ['powershell', ';', '$env:'],
  ['cmd', '&&', '%'],
])('on Windows it knows %s', (shell, commandSeparator, environmentPrefix) => {
  const shellPath = `C:\\bin\\${shell}.exe`;
  const isProgram = (path: string) => path === shellPath;
  expect(platformOf({ Path: 'C:\\other;C:\\bin' }, { platform: 'win32', isProgram })).toEqual({
    platform: 'windows',
    shell,
    shellPath,
    pathSeparator: '\\',
    commandSeparator,
    environmentPrefix,
    features: { pipelines: true, redirects: true, backgroundJobs: true, heredoc: false },
  });
});
