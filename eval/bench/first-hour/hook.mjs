/**
 * Loaded before the program: every host is the local stand-in of its name, and time runs faster. The program itself
 * knows nothing of either, so its pace, its pauses and its hours are those of a live start.
 */

import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import timers from 'node:timers';
import promises from 'node:timers/promises';
import tls from 'node:tls';

const { ports, speed, epoch } = JSON.parse(process.env.FIRST_HOUR);

tls.connect = (...given) => {
  const options = given.find((one) => typeof one === 'object' && one !== null);
  const name = options.servername || options.host;
  const port = ports[name];
  if (port === undefined) throw new Error(`no stand-in for ${name}`);
  const socket = net.connect(port, '127.0.0.1');
  // What a TLS socket says when the handshake is done.
  socket.authorized = true;
  socket.alpnProtocol = false;
  socket.getSession = () => undefined;
  socket.once('connect', () => socket.emit('secureConnect'));
  return socket;
};

const RealDate = Date;
const { setTimeout: realTimeout, setInterval: realInterval } = globalThis;
/** Every process counts from the same moment, so that what one plans is due for the other. */
const now = () => epoch + (RealDate.now() - epoch) * speed;
globalThis.Date = class FastDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }
  static now() {
    return Math.floor(now());
  }
};
const realPerformance = performance.now.bind(performance);
performance.now = () => {
  const fraction = realPerformance() % 1;
  return now() - performance.timeOrigin + fraction / 1000;
};
globalThis.setTimeout = timers.setTimeout = Object.assign(
  (work, ms = 0, ...rest) => realTimeout(work, ms / speed, ...rest),
  realTimeout,
);
globalThis.setInterval = timers.setInterval = (work, ms = 0, ...rest) =>
  realInterval(work, ms / speed, ...rest);
const { setTimeout: realSleep } = promises;
promises.setTimeout = (ms = 0, ...rest) => realSleep(ms / speed, ...rest);
syncBuiltinESMExports();
