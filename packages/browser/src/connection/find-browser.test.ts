import { describe, expect, it } from 'vitest';
import { browserPlaces, findBrowser, isBrandedChrome } from './find-browser.ts';

describe('a browser is looked for', () => {
  it('on Linux on the path, then where packages put it, and Chrome last', () => {
    const places = browserPlaces({ PATH: '/a:/b' }, 'linux');
    expect(places.slice(0, 3)).toEqual(['/a/chromium', '/b/chromium', '/a/chromium-browser']);
    expect(places).toContain('/snap/bin/chromium');
    expect(places.indexOf('/snap/bin/chromium')).toBeLessThan(places.indexOf('/a/google-chrome'));
    expect(places.at(-1)).toBe('/opt/google/chrome/chrome');
  });

  it('on macOS among the applications of all and of the user', () => {
    const places = browserPlaces({ PATH: '/a', HOME: '/Users/me' }, 'darwin');
    expect(places.slice(0, 3)).toEqual([
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Users/me/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Brave Browser.app/Contents/MacOS/Brave Browser',
    ]);
    expect(places.indexOf('/a/chromium')).toBeLessThan(
      places.indexOf('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
    );
  });

  it('on Windows where programs are installed', () => {
    const env = { LOCALAPPDATA: 'C:\\Users\\me\\AppData\\Local', PROGRAMFILES: 'C:\\Program Files' };
    expect(browserPlaces(env, 'win32')).toEqual([
      'C:\\Users\\me\\AppData\\Local\\Chromium\\Application\\chrome.exe',
      'C:\\Program Files\\Chromium\\Application\\chrome.exe',
      'C:\\Users\\me\\AppData\\Local\\BraveSoftware\\Brave-Browser\\Application\\brave.exe',
      'C:\\Program Files\\BraveSoftware\\Brave-Browser\\Application\\brave.exe',
      'C:\\Users\\me\\AppData\\Local\\Microsoft\\Edge\\Application\\msedge.exe',
      'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe',
      'C:\\Users\\me\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    ]);
  });

  it('and one that is named must be a program', () => {
    expect(findBrowser({}, '/bin/sh')).toBe('/bin/sh');
    expect(() => findBrowser({}, '/etc/passwd')).toThrow('/etc/passwd is not an executable program');
  });
});

it.each([
  ['/usr/bin/google-chrome', true],
  ['/opt/google/chrome/chrome', true],
  ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', true],
  ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe', true],
  ['C:\\Program Files\\Chromium\\Application\\chrome.exe', false],
  ['/home/me/chrome-for-testing/chrome', false],
  ['/usr/bin/chromium', false],
])('%s is Chrome itself: %s', (program, branded) => {
  expect(isBrandedChrome(program)).toBe(branded);
});
