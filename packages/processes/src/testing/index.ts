export { GIT_ENV, type HostileRepository, openHostileRepository } from './hostile-repository.ts';
export { type VanishingSocket, vanishingSocket } from './vanishing-socket.ts';
