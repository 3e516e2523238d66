import type { Output as SecretChanged } from '../../commands/terminal/secret/remove.ts';
import type { Output as SecretList } from '../../commands/terminal/secret/list.ts';

export function viewSecrets({ secrets }: SecretList): string {
  return secrets.length === 0 ? '(no secrets)' : secrets.join('\n');
}

export function viewSecret({ status, name }: SecretChanged): string {
  return `${name} is ${status}`;
}
