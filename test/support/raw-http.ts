import { type AddressInfo, connect } from 'node:net';
import type { Test } from 'tap';
import { openApp } from './open-app.js';

/** The application on a port of its own. */
export async function listen(t: Test, options?: Parameters<typeof openApp>[1]) {
  const opened = await openApp(t, options);
  await opened.app.listen({ host: '127.0.0.1', port: 0 });
  return { ...opened, port: (opened.app.server.address() as AddressInfo).port };
}

/** Sends bytes and returns everything that arrives until the server closes the connection. */
export async function exchange(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
}

/** Parses one response with a JSON body. */
export function parsed(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  const [line = '', ...headers] = head.split('\r\n');
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(
      headers.map((header) => [
        header.slice(0, header.indexOf(':')).toLowerCase(),
        header.slice(header.indexOf(':') + 2),
      ]),
    ),
    body: body === '' ? null : JSON.parse(body),
  };
}
