import type { ClientWay, OwnWay } from '@stridewell/contract/ways/ways';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { ClientWayCard } from './client-way-card.tsx';
import { OwnModeCard } from './own-mode-card.tsx';
import { OwnNumbersCard } from './own-numbers-card.tsx';
import { PracticeCard } from './practice-card.tsx';

const OWN = '/rest/v1/nutrition_way/own';
const OF_CLIENT = `/rest/v1/clients/${CLIENT_ID}/nutrition_way`;
const SINCE = '2026-03-02T10:00:00.000Z';

const anOwnWay = (changes: Partial<OwnWay> = {}): OwnWay => ({
  way: null,
  numbersOff: null,
  mayShow: true,
  glp1: false,
  ...changes,
});
const aClientWay = (changes: Partial<ClientWay> = {}): ClientWay => ({
  way: null,
  numbersOff: null,
  suggested: { ways: ['habits'], reason: 'Habits without numbers fit their health answers.' },
  prescribes: true,
  mode: { glp1: false, isAnswered: false, hasConsent: true },
  ...changes,
});

/** Answers a change with what it makes of the stored value, and keeps what was sent. */
function keep<Stored>(
  address: string,
  stored: Stored,
  change: (before: Stored, body: Record<string, unknown>) => Stored,
) {
  let now = stored;
  const sent: Record<string, unknown>[] = [];
  server.on(`GET ${address}`, () => json(now));
  server.on(`PATCH ${address}`, async (request: Request) => {
    const body = (await request.json()) as Record<string, unknown>;
    sent.push(body);
    now = change(now, body);
    return json(now);
  });
  return sent;
}

describe('the own numbers of a client', () => {
  const open = (own: OwnWay) => {
    const sent = keep(OWN, own, (_, { hidden }) =>
      anOwnWay({ numbersOff: hidden ? { by: 'client', since: SINCE } : null }),
    );
    const changed = vi.fn(async () => undefined);
    return { sent, changed, mounted: mount(<OwnNumbersCard coachName="Maya Okafor" onChanged={changed} />) };
  };
  const hide = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Hide calories and weight from me/ });

  it('are hidden and shown again, and the session is loaded again each time', async () => {
    const { sent, changed, mounted } = open(anOwnWay());
    await mounted;
    fireEvent.click(await hide());
    await waitFor(async () => expect((await hide()).checked).toBe(true));
    expect(screen.getByText('You can change this at any time.')).toBeDefined();
    fireEvent.click(await hide());
    await waitFor(async () => expect((await hide()).checked).toBe(false));
    expect(sent).toEqual([{ hidden: true }, { hidden: false }]);
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('take one change at a time, and keep the focus meanwhile', async () => {
    await open(anOwnWay()).mounted;
    const answer = Promise.withResolvers<Response>();
    let changes = 0;
    server.on(`PATCH ${OWN}`, () => {
      changes += 1;
      return answer.promise;
    });
    const field = await hide();
    fireEvent.click(field);
    await waitFor(() => expect(changes).toBe(1));
    fireEvent.click(field);
    expect(field.disabled).toBe(false);
    answer.resolve(json(anOwnWay({ numbersOff: { by: 'client', since: SINCE } })));
    expect(await screen.findByText('Calories and weight are hidden')).toBeDefined();
    expect(changes).toBe(1);
  });

  it('say that they are hidden, also when the session arrives before the answer and empties the page', async () => {
    const { changed, mounted } = open(anOwnWay());
    const { forgetAnswers } = await mounted;
    const [answer, loaded] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
    server.on(`PATCH ${OWN}`, () => answer.promise);
    fireEvent.click(await hide());
    server.on(`GET ${OWN}`, async () => (await loaded.promise).clone());
    forgetAnswers();
    await waitFor(() => expect(screen.queryByRole('switch')).toBeNull());
    for (const { resolve } of [answer, loaded]) resolve(json(anOwnWay({ numbersOff: { by: 'client', since: SINCE } })));
    expect(await screen.findByText('Calories and weight are hidden')).toBeDefined();
    expect(changed).toHaveBeenCalledOnce();
  });

  it('stay hidden after a health answer, with the reason', async () => {
    await open(anOwnWay({ numbersOff: { by: 'screen', since: SINCE }, mayShow: false })).mounted;
    const field = await hide();
    expect([field.checked, field.disabled]).toEqual([true, true]);
    expect(screen.getByText(/^Hidden because of your health answers\. Maya Okafor decides/)).toBeDefined();
  });

  it('stay as they are when the server refuses', async () => {
    const { changed, mounted } = open(anOwnWay());
    server.refuse(`PATCH ${OWN}`, 403, 'FORBIDDEN', 'You do not have access to this.');
    await mounted;
    fireEvent.click(await hide());
    expect((await screen.findByRole('alert')).textContent).toContain('You do not have access to this.');
    expect((await hide()).checked).toBe(false);
    expect(changed).not.toHaveBeenCalled();
  });
});

describe('the way of a client', () => {
  const open = async (way: ClientWay, readOnly = false) => {
    const sent = keep(OF_CLIENT, way, (before, { way: chosen, numbersHidden }) => ({
      ...before,
      ...(typeof chosen === 'string' && { way: 'habits' as const }),
      ...(numbersHidden === false && { numbersOff: null }),
    }));
    const of = { coachId: COACH_ID, clientId: CLIENT_ID, firstName: 'Jonas', today: '2026-03-02', readOnly };
    await mount(<ClientWayCard {...of} />);
    await screen.findByRole('radiogroup', { name: 'How Jonas works on nutrition' });
    return sent;
  };
  const numbers = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Hide calories and weight from Jonas/ });

  it('is chosen by the coach, next to what fits the health answers', async () => {
    const sent = await open(aClientWay());
    expect(screen.getByText('Habits without numbers fit their health answers.')).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: /^Habits/ }));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Habits/ }).checked).toBe(true));
    expect(sent).toMatchObject([{ way: 'habits' }]);
  });

  it('is no target and no meal plan outside of the scope of practice', async () => {
    await open(aClientWay({ prescribes: false }));
    expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['habits', 'photos']);
    expect(screen.getByText(/outside your scope of practice/)).toBeDefined();
  });

  it('hides numbers that a health answer hid until the coach has confirmed', async () => {
    const sent = await open(aClientWay({ numbersOff: { by: 'screen', since: SINCE } }));
    expect(
      screen.getByText('Hidden since today because of a health answer. Only you can show them again.'),
    ).toBeDefined();
    fireEvent.click(numbers());
    await screen.findByRole('dialog', { name: 'Show calories and weight to Jonas?' });
    expect(sent).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Show numbers' }));
    await waitFor(() => expect(numbers().checked).toBe(false));
    expect(sent).toMatchObject([{ numbersHidden: false }]);
  });

  it('cannot be changed for a former client', async () => {
    await open(aClientWay({ numbersOff: { by: 'client', since: SINCE } }), true);
    expect(screen.getByText('Hidden by Jonas since today.')).toBeDefined();
    expect(numbers().disabled).toBe(true);
    for (const radio of screen.getAllByRole<HTMLInputElement>('radio')) expect(radio.disabled).toBe(true);
  });
});

it('a coach says what their scope of practice is', async () => {
  const sent: unknown[] = [];
  server.on('PUT /rest/v1/scope_of_practice', async (request: Request) => {
    sent.push(await request.json());
    return json({ prescribes: false });
  });
  const changed = vi.fn();
  await mount(<PracticeCard coachId={COACH_ID} prescribes onChanged={changed} />);
  fireEvent.click(screen.getByRole('switch', { name: /^I set nutrition targets and meal plans/ }));
  await waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
  expect(sent).toEqual([{ coachId: COACH_ID, prescribes: false }]);
});

describe('the mode for GLP-1 drugs', () => {
  it('shows its habits to the client', async () => {
    server.on(`GET ${OWN}`, () => json(anOwnWay({ glp1: true })));
    await mount(<OwnModeCard coachName="Maya Okafor" />);
    expect(await screen.findByText('Small meals, each with protein first.')).toBeTruthy();
    expect(screen.getByText(/Only you and Maya Okafor see this/)).toBeTruthy();
  });

  const open = (mode: ClientWay['mode']) => {
    const sent = keep(OF_CLIENT, aClientWay({ mode }), (before, { glp1 }) => ({
      ...before,
      mode: { ...before.mode, glp1: glp1 === true },
    }));
    const card = (
      <ClientWayCard coachId={COACH_ID} clientId={CLIENT_ID} firstName="Jonas" today="2026-03-02" readOnly={false} />
    );
    return { sent, mounted: mount(card) };
  };
  const modeSwitch = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Use the mode for GLP-1 drugs/ });

  it('is chosen by the coach', async () => {
    const { sent, mounted } = open({ glp1: false, isAnswered: false, hasConsent: true });
    await mounted;
    fireEvent.click(await modeSwitch());
    await waitFor(async () => expect((await modeSwitch()).checked).toBe(true));
    expect(sent).toMatchObject([{ glp1: true }]);
  });

  it('needs the consent of the client', async () => {
    await open({ glp1: false, isAnswered: false, hasConsent: false }).mounted;
    expect((await modeSwitch()).disabled).toBe(true);
    expect(screen.getByText(/This needs Jonas’s consent/)).toBeTruthy();
  });
});
