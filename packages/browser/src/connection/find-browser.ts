import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { platform } from 'node:process';
import { call, CommandError, parameter, worded, type Wording } from '@helve/command';
import { builtExtension } from './extension-folder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Chrome comes last: since 137 it does not load an extension that its command line names. */
const PROGRAMS = [
  'chromium',
  'chromium-browser',
  'brave-browser',
  'brave',
  'microsoft-edge',
  'microsoft-edge-stable',
  'google-chrome',
  'google-chrome-stable',
];

/** Where they are when they are not on the path. */
const LINUX_PLACES = [
  '/snap/bin/chromium',
  '/var/lib/flatpak/exports/bin/org.chromium.Chromium',
  '/opt/brave.com/brave/brave-browser',
  '/opt/microsoft/msedge/msedge',
  '/opt/google/chrome/chrome',
];

const APPLICATIONS = ['Chromium', 'Brave Browser', 'Microsoft Edge', 'Google Chrome'];

const WINDOWS_PLACES = [
  'Chromium\\Application\\chrome.exe',
  'BraveSoftware\\Brave-Browser\\Application\\brave.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'Google\\Chrome\\Application\\chrome.exe',
];

/** Where a browser of the Chromium family may be, the best first. */
export function browserPlaces(env: Environment, system: NodeJS.Platform): readonly string[] {
  if (system === 'win32') {
    const roots = [env.LOCALAPPDATA, env.PROGRAMFILES, env['PROGRAMFILES(X86)']].filter((root) => root !== undefined);
    return WINDOWS_PLACES.flatMap((place) => roots.map((root) => win32.join(root, place)));
  }
  const folders = (env.PATH ?? '').split(':').filter(Boolean);
  const onPath = PROGRAMS.flatMap((name) => folders.map((folder) => posix.join(folder, name)));
  if (system !== 'darwin') return [...onPath, ...LINUX_PLACES].toSorted(chromeLast);
  const roots = ['/Applications', ...(env.HOME === undefined ? [] : [posix.join(env.HOME, 'Applications')])];
  const applications = APPLICATIONS.flatMap((name) =>
    roots.map((root) => posix.join(root, `${name}.app/Contents/MacOS/${name}`)),
  );
  return [...applications, ...onPath].toSorted(chromeLast);
}

/** A browser of the Chromium family on this machine, or the one that is named. */
export function findBrowser(env: Environment, named?: string): string {
  if (named !== undefined) {
    if (isProgram(named)) return named;
    throw new CommandError('PROGRAM_MISSING', `${named} is not an executable program`, {
      hint: worded`Give the path of a Chromium, Brave or Edge with ${parameter('program')}.`,
    });
  }
  const found = browserPlaces(env, platform).find(isProgram);
  if (found) return found;
  throw new CommandError('PROGRAM_MISSING', 'No Chromium, Brave, Edge or Chrome was found on this machine', {
    hint: worded`Install Chromium (Debian: apt install chromium; macOS: brew install --cask chromium), name one with ${parameter('program')}, or use your own browser: ${byHand()}`,
  });
}

/** Whether it is Chrome as Google gives it out, and not a Chromium or a Chrome for testing. */
export function isBrandedChrome(program: string): boolean {
  return /(?:^|[\\/])(?:google-chrome(?:-stable|-beta|-unstable)?|Google Chrome)$|[\\/]google[\\/]chrome[\\/](?:application[\\/])?chrome(?:\.exe)?$/i.test(
    program,
  );
}

/** How a person puts the extension into a browser, and pairs it. */
export function byHand(): Wording {
  return worded`open chrome://extensions, switch on the developer mode, choose "Load unpacked" and the folder ${builtExtension()}; then run ${call('browser pair')} and type the code into the extension's popup.`;
}

function chromeLast(one: string, other: string): number {
  return Number(isBrandedChrome(one)) - Number(isBrandedChrome(other));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
