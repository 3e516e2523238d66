/** For tests that knock at the relay's door without a browser. */
export { WebSocket } from 'ws';
