/** Loaded before the program: every host of a register is a local server, so that no test reaches a register. */

import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';

const ports = JSON.parse(process.env.LOCAL_HOSTS);

tls.connect = (...given) => {
  const options = given.find((one) => typeof one === 'object' && one !== null);
  const name = options.servername || options.host;
  const port = ports[name];
  if (port === undefined) throw new Error(`there is no local server for ${name}`);
  const socket = net.connect(port, '127.0.0.1');
  // What a TLS socket says when the handshake is done.
  socket.authorized = true;
  socket.alpnProtocol = false;
  socket.getSession = () => undefined;
  socket.once('connect', () => socket.emit('secureConnect'));
  return socket;
};
syncBuiltinESMExports();
