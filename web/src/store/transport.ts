// How the app reaches the tables: a server, or on a static site a worker that runs the same code on this device.
import { createLocalTransport } from "../offline/transport";
import type { Transport } from "./channel";

const server: Transport = {
  fetch: (path, init) => fetch(path, init),
  connect: (path) => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`),
};

export const transport: Transport = OFFLINE ? createLocalTransport() : server;
