import { expect, it } from 'vitest';
import { describePortError } from './door.ts';

const at = { port: 80, host: '0.0.0.0' };

it.each([
  ['EADDRINUSE', 'Port 80 on 0.0.0.0 is in use: stop the program that uses it, or set PORT to another one.'],
  [
    'EACCES',
    'This user may not listen on port 80: set PORT to 1024 or above, and let a proxy listen on 80 where it is needed.',
  ],
  ['ENOTFOUND', 'HOST=0.0.0.0 is no address of this machine: set it to one, such as 127.0.0.1, or 0.0.0.0 for all.'],
  ['EMFILE', 'Port 80 on 0.0.0.0 cannot be opened (EMFILE).'],
])('%s says what to do', (code, sentence) => {
  expect(describePortError(code, at)).toBe(sentence);
});
