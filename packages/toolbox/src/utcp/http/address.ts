import { CommandError } from '@helve/command';

const PLACEHOLDER = /\{([^{}]+)\}/g;
/** Everything up to the path: scheme and host. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

export type Args = Readonly<Record<string, unknown>>;

/** The names of the arguments that an address takes, in order. */
export function placeholdersOf(url: string): readonly string[] {
  return [...url.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/** Whether an argument would choose the host, and with it who gets the credentials. */
export function hasOpenHost(url: string): boolean {
  return /[{}]/.test(ORIGIN.exec(url)?.[0] ?? url);
}

/** Puts arguments in their places in an address. None can leave its place: not to another host, folder or parameter. */
export function fillAddress(url: string, args: Args): string {
  if (hasOpenHost(url)) {
    throw new CommandError('INVALID_INPUT', 'An argument may not choose the host of an address', {
      hint: 'Write the host into the url of the call template, or use a variable: https://${HOST}/….',
      retry: 'never',
    });
  }
  return url.replace(PLACEHOLDER, (_whole, name: string) => {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (value === undefined || value === null || value === '') {
      throw new CommandError('INVALID_INPUT', `The address needs a value for ${name}`, {
        hint: `Give the argument ${name}.`,
      });
    }
    const parts = Array.isArray(value) ? value : [value];
    return parts.map((part) => encode(segmentOf(part, name), name)).join(',');
  });
}

/** Percent-encodes a text that came from a caller. */
export function encode(text: string, name: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw new CommandError('INVALID_INPUT', `The value of ${name} is not valid Unicode`, {
      hint: 'It contains half of a surrogate pair; leave that out.',
    });
  }
}

/** Even encoded, `../` is undone by some servers before they look where it leads. */
function segmentOf(value: unknown, name: string): string {
  if (typeof value === 'object') {
    throw new CommandError('INVALID_INPUT', `The value of ${name} is part of the URL and cannot be an object`);
  }
  const text = textOf(value);
  if (text.split(/[/\\]/).some((part) => /^(?:\.|%2e){1,2}$/i.test(part))) {
    throw new CommandError('INVALID_INPUT', `The value of ${name} would change the path on the server`, {
      hint: 'Leave out . and .. between slashes.',
    });
  }
  return text;
}

/** A value as the text that stands for it where there are only texts. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A query parameter as `name=value` pairs, written in its style. */
export function queryPairs(name: string, value: unknown, style: string | undefined): readonly string[] {
  if (value === undefined || value === null) return [];
  const pair = (key: string, text: string) => `${encode(key, name)}=${encode(text, name)}`;
  if (Array.isArray(value)) {
    const texts = value.map(textOf);
    const separator = SEPARATORS[style ?? ''];
    if (separator === undefined) return texts.map((text) => pair(name, text));
    return [`${encode(name, name)}=${texts.map((text) => encode(text, name)).join(separator)}`];
  }
  if (typeof value === 'object' && style === 'deep') {
    return Object.entries(value).map(([key, inner]) => pair(`${name}[${key}]`, textOf(inner)));
  }
  return [pair(name, textOf(value))];
}

const SEPARATORS: Readonly<Record<string, string>> = { comma: ',', space: '%20', pipe: '|', tab: '%09' };
