import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, CommandError, readTextIfAny, worded } from '@helve/command';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a value with the key of the home, which is made when it is first needed. Callers hold the lock of the file. */
export function sealValue(home: string, value: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, readKey(home) ?? makeKey(home), nonce);
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

export function openValue(home: string, name: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const key = readKey(home);
  try {
    if (!key) throw new Error('the key is missing');
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch (thrown) {
    throw new CommandError('INVALID_SETTINGS', `The value of ${name} cannot be decrypted with ${keyFile(home)}`, {
      hint: worded`Set it again: ${call('terminal env', { action: 'set', name, value: '…' })}. Or remove it: ${call('terminal env', { action: 'unset', name })}`,
      details: { name, path: keyFile(home) },
      cause: thrown,
    });
  }
}

function readKey(home: string): Buffer | undefined {
  const key = Buffer.from((readTextIfAny(keyFile(home)) ?? '').trim(), 'base64');
  return key.length === 32 ? key : undefined;
}

function makeKey(home: string): Buffer {
  const key = randomBytes(32);
  writeFileSync(keyFile(home), `${key.toString('base64')}\n`, { mode: 0o600 });
  return key;
}

function keyFile(home: string): string {
  return join(home, 'environment.key');
}
