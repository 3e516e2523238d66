import { Failure } from '../../failure.ts';

/** The popup and the like are there for the person, who decides about agents in them. */
export function refuseOwnPage(address: string): void {
  const { protocol, host } = new URL(chrome.runtime.getURL(''));
  const url = new URL(address);
  if (url.protocol !== protocol || url.host !== host) return;
  throw new Failure('PERMISSION_DENIED', 'The pages of the extension are not for agents', 'Go to another address.');
}
