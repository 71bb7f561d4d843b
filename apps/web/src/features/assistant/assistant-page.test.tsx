import type { AssistantAnswer } from '@stridewell/contract/assistant/assistant';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { eventStream } from '../../../test/event-stream.ts';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, anOperator, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { server } from '../../../test/server.ts';
import { readDraft } from '../../device/drafts.ts';
import { AssistantPage } from './assistant-page.tsx';

const PAGE = `/coach/${COACH_ID}/assistant`;
const LIST = 'GET /rest/v1/assistant/answers';
const VIEW = { today: '2026-11-21', timeZone: 'America/New_York', units: 'metric' } as const;
const ID = '0198a000-0000-7000-8000-000000000001';

const pro = () => {
  const session = aCoach();
  return { ...session, plan: { ...session.plan, plan: 'pro' as const } };
};

const anAnswer = (changes: Partial<AssistantAnswer> = {}): AssistantAnswer => ({
  id: ID,
  question: 'What was my revenue last month?',
  askedAt: '2026-11-21T08:00:00.000Z',
  outcome: 'answered',
  text: 'Revenue in October 2026: $4,000.00.',
  facts: [
    {
      label: 'Revenue',
      value: 400_000,
      unit: 'money',
      currency: 'USD',
      period: { from: '2026-10-01', to: '2026-10-31' },
      n: null,
      client: null,
      link: `/coach/${COACH_ID}/business-metrics`,
      shown: '$4,000.00',
    },
  ],
  series: null,
  choices: [],
  proposal: null,
  model: null,
  ...changes,
});

/** Mounts the page of a coach with these answers. */
const open = async (...answers: AssistantAnswer[]) => {
  server.on(LIST, { answers, next: null, model: null });
  await mount(<AssistantPage asker={{ coachId: COACH_ID }} title="Assistant" lead="" view={VIEW} />);
};

describe('an answer', () => {
  it('stands with its sources, which lead to pages of the product', async () => {
    await open(anAnswer());
    const card = await screen.findByRole('article', { name: 'What was my revenue last month?' });
    expect(within(card).getByText('Revenue in October 2026: $4,000.00.')).toBeDefined();
    expect(within(card).getByText('Sources (1)')).toBeDefined();
    const source = within(card).getByText('Revenue');
    expect(source.getAttribute('href')).toBe(`/coach/${COACH_ID}/business-metrics`);
    expect(card.querySelector('img, iframe, script')).toBeNull();
  });

  it('shows texts as they are, and never as markup', async () => {
    await open(anAnswer({ text: '<img src=x> [click](https://evil.example)', question: '<b>Hi</b>' }));
    const card = await screen.findByRole('article', { name: '<b>Hi</b>' });
    expect(card.querySelector('img, b, a[href*="evil"]')).toBeNull();
  });

  it('asks a question that is offered instead', async () => {
    const choice = 'What was my revenue this month?';
    await open(anAnswer({ outcome: 'asked_back', text: 'Which time do you mean?', facts: [], choices: [choice] }));
    const asked: string[] = [];
    server.onAny('POST', /^\/rest\/v1\/assistant\/answers\//, async (request) => {
      asked.push(((await request.json()) as { question: string }).question);
      const next = anAnswer({ id: '0198a000-0000-7000-8000-000000000002', question: choice });
      server.on(LIST, { answers: [next], next: null, model: null });
      return asked.length === 1
        ? eventStream([{ type: 'step', note: 'Looked up: money' }], { isCut: true })
        : eventStream([
            { type: 'text', text: next.text },
            { type: 'ready', answer: next },
          ]);
    });
    fireEvent.click(await screen.findByRole('button', { name: choice }));
    // The connection breaks, and the same question is asked again.
    const problem = await screen.findByRole('alert', { name: `“${choice}” was not answered` });
    expect(problem.textContent).toContain('Check your connection and ask again.');
    fireEvent.click(screen.getByRole('button', { name: 'Ask again' }));
    expect(await screen.findByRole('article', { name: choice })).toBeDefined();
    expect(asked).toEqual([choice, choice]);
  });

  it('is deleted after a confirmation', async () => {
    await open(anAnswer());
    fireEvent.click(await screen.findByRole('button', { name: 'Delete “What was my revenue last month?”' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete this question?' });
    server.on('DELETE /rest/v1/assistant/answers', { deleted: 1 });
    server.on(LIST, { answers: [], next: null, model: null });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete question' }));
    expect(await screen.findByText('Ask your first question')).toBeDefined();
  });
});

describe('the page', () => {
  it('lists the questions that it answers', async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Questions you can ask' }));
    const money = await screen.findByRole('region', { name: 'Money' });
    expect(within(money).getByRole('button', { name: 'What is my MRR?' })).toBeDefined();
  });

  it('opens a draft in the conversation, and sends nothing', async () => {
    const proposal = { clientId: CLIENT_ID, name: 'Jonas Lind', text: 'Hi Jonas, how are you?' };
    server.on(LIST, {
      answers: [anAnswer({ text: 'Here is a draft.', facts: [], proposal })],
      next: null,
      model: null,
    });
    await openApp(PAGE, pro());
    fireEvent.click(await screen.findByRole('button', { name: 'Open draft' }));
    await waitFor(() => expect(readDraft(`${COACH_ID}.${CLIENT_ID}`)).toBe(proposal.text));
  });

  it('asks for the plan that includes it', async () => {
    await openApp(PAGE, aCoach());
    expect(await screen.findByRole('heading', { name: 'Feature Upgrade Required' })).toBeDefined();
  });

  it('exists for operators', async () => {
    server.on('GET /rest/v1/operator/assistant/answers', { answers: [], next: null, model: null });
    await openApp('/operator/ai-assistant', anOperator());
    expect(await screen.findByRole('heading', { name: 'AI Assistant' })).toBeDefined();
    expect(screen.getByText('Ask your first question')).toBeDefined();
  });
});
