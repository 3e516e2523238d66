/** The first part of the paths of the door for UTCP clients. */
export const UTCP_PATH = '/utcp';

/** Whether a path is one of them. */
export function isUtcp(url = ''): boolean {
  return url === UTCP_PATH || url.startsWith(`${UTCP_PATH}/`) || url.startsWith(`${UTCP_PATH}?`);
}
