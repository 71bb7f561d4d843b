import type { PooledEffect } from '@stridewell/contract/effects/effects';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { EffectsCard } from './effects-card.tsx';

const aPool = (changes: Partial<PooledEffect> = {}): PooledEffect => ({
  comparison: 'timing',
  state: 'few_clients',
  clients: 12,
  coaches: 3,
  interval: null,
  countedOn: '2026-03-02',
  ...changes,
});

const open = async (...effects: PooledEffect[]) => {
  server.on('GET /rest/v1/engagement/effects', { inPool: true, effects });
  await mount(<EffectsCard coachId={COACH_ID} />);
};

describe('the effects over all coaches', () => {
  const interval = { estimate: 0.124, low: 0.03, high: 0.21 };

  it.each<[string, Partial<PooledEffect>]>([
    ['No evidence yet: 12 of at least 50 clients have been compared.', {}],
    [
      'No evidence yet: the clients belong to 1 coach. It takes at least 10.',
      { state: 'few_coaches', clients: 60, coaches: 1 },
    ],
    [
      'No evidence yet: more than a fifth of the clients belong to one coach.',
      { state: 'one_coach', clients: 60, coaches: 10 },
    ],
    [
      'No evidence yet: the difference lies between -3 and +21 points, so there may be none.',
      { state: 'counted', interval: { ...interval, low: -0.03 } },
    ],
    [
      'Of 100 clients, 12 more were active within two weeks than a day or two later (between +3 and +21 points).',
      { state: 'counted', interval },
    ],
    [
      'Of 100 clients, 12 fewer were active within two weeks than without a message (between -21 and -3 points).',
      { comparison: 'automatic', state: 'counted', interval: { estimate: -0.124, low: -0.21, high: -0.03 } },
    ],
  ])('say: %s', async (text, changes) => {
    await open(aPool(changes));
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByText(/Last counted March 2\./)).toBeDefined();
  });

  it('can go on without the counts of the coach', async () => {
    const sent: unknown[] = [];
    server.on('PUT /rest/v1/engagement/effects/pool', async (request) => {
      sent.push(await request.json());
      server.on('GET /rest/v1/engagement/effects', { inPool: false, effects: [aPool()] });
      return json({ inPool: false });
    });
    await open(aPool());
    const own = await screen.findByRole('switch', { name: 'Share my counts' });
    expect(own).toHaveProperty('checked', true);
    fireEvent.click(own);
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'Share my counts' })).toHaveProperty('checked', false),
    );
    expect(sent).toEqual([{ coachId: COACH_ID, inPool: false }]);
    server.on('PUT /rest/v1/engagement/effects/pool', () => json({ message: 'no' }, 500));
    fireEvent.click(screen.getByRole('switch', { name: 'Share my counts' }));
    expect(await screen.findByText('Nothing was changed')).toBeDefined();
    expect(screen.getByRole('switch', { name: 'Share my counts' })).toHaveProperty('checked', false);
  });
});
