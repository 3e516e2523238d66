import type { SecretChanged, SecretList } from './secret.ts';

export function viewSecrets({ secrets }: SecretList): string {
  return secrets.length === 0 ? '(no secrets)' : secrets.join('\n');
}

export function viewSecret({ status, name }: SecretChanged): string {
  return `${name} is ${status}`;
}
