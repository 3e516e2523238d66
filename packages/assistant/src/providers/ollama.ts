import { get } from 'node:http';
import { ollamaUrl } from './ollama-url.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const PATIENCE_MS = 500;

/** The models of an Ollama that runs here; undefined where none does. */
export async function findOllama(env: Environment): Promise<readonly string[] | undefined> {
  try {
    const { models } = JSON.parse(await fetchText(`${ollamaUrl(env)}/api/tags`)) as {
      readonly models?: readonly { readonly name?: unknown }[];
    };
    return models?.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
  } catch {
    return undefined;
  }
}

function fetchText(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(url, { timeout: PATIENCE_MS, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (text.length > 1_000_000) request.destroy(new Error('too much'));
      });
      response.on('end', () => resolve(text)).on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error('too late'))).on('error', reject);
  });
}
