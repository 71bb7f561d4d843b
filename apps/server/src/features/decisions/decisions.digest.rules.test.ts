import { describe, expect, it } from 'vitest';
import { digestLines } from './decisions.digest.rules.ts';

const of = (kind: Parameters<typeof digestLines>[0][number]['kind'], ...names: string[]) =>
  names.map((clientName) => ({ kind, clientName, clientId: clientName }));

describe('the lines of the mail', () => {
  it('stand in the order of urgency, with each client once a line', () => {
    expect(
      digestLines([
        ...of('target', 'Nina Park'),
        ...of('risk', 'Ana Ruiz', 'Ben Moss'),
        ...of('adjustment', 'Nina Park', 'Nina Park', 'Cleo Hart'),
        ...of('reply', 'Ben Moss'),
        ...of('payment', 'Ana Ruiz'),
        ...of('pause', 'Dan Wood', 'Ana Ruiz', 'Dan Wood'),
        ...of('advice', 'Cleo Hart'),
        ...of('task', 'Nina Park', 'Nina Park'),
      ]),
    ).toEqual([
      '1 client waits for your answer: Ben Moss',
      'Changes to approve for 2 clients: Nina Park and Cleo Hart',
      'Unpaid invoices of 1 client: Ana Ruiz',
      'Payments to pause for 2 clients: Dan Wood and Ana Ruiz',
      '2 clients may be about to leave: Ana Ruiz and Ben Moss',
      'Due tasks for 1 client: Nina Park',
      'Messages prepared for 1 client: Cleo Hart',
    ]);
    expect(digestLines([])).toEqual([]);
  });

  it('name five clients and count the others', () => {
    expect(digestLines(of('reply', 'A', 'B', 'C', 'D', 'E', 'F', 'G'))).toEqual([
      '7 clients wait for your answer: A, B, C, D, E and 2 more',
    ]);
  });
});
