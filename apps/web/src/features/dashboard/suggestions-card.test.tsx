import type { AiSuggestion } from '@stridewell/contract/dashboard/dashboard';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aDashboard, openWith, showDashboard } from '../../../test/dashboard.ts';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { saveDraft } from '../../device/drafts.ts';
import { draftName } from '../messages/messages.queries.ts';

const card = (name: string) => screen.findByRole('region', { name });
const idOf = (index: number) => `0190a5a0-0000-7000-8000-2000000000${String(index).padStart(2, '0')}`;

describe('suggestions', () => {
  const aSuggestion = (index: number, changes: Partial<AiSuggestion> = {}): AiSuggestion => ({
    id: `check_in:${idOf(index)}`,
    topic: 'check_in',
    type: 'alert',
    priority: 'high',
    clientId: idOf(index),
    clientName: `Client ${index}`,
    message: `You last heard from Client ${index} 14 days ago: 1 check-in missed.`,
    action: 'Send a personal message',
    draft: 'Hi Client, you have not checked in since Mon, Feb 16.',
    dismissUntil: '2026-03-08',
    ...changes,
  });
  const HIDE = `POST /rest/v1/dashboards/coach/${COACH_ID}/hidden_suggestions`;
  const openSuggestions = async (...data: AiSuggestion[]) => {
    await showDashboard({ suggestions: { state: 'ready', data } });
    return within(await card('AI Assistant Suggestions'));
  };
  function answerHides() {
    const sent: object[] = [];
    server.on(HIDE, async (request) => {
      const { suggestions } = await request.json();
      sent.push(...suggestions);
      return json({ hidden: suggestions.length });
    });
    return sent;
  }
  const choose = async (of: string, item: string) => {
    fireEvent.click(screen.getByRole('button', { name: `Snooze or dismiss: ${of}` }));
    fireEvent.click(await screen.findByRole('menuitem', { name: item }));
  };
  /** Follows the suggestion into the conversation, whose composer is the result. */
  async function openDraft() {
    const thread = {
      withName: 'Client 1',
      status: 'active',
      messages: [],
      more: false,
      reads: { coach: 0, client: 0 },
    };
    server.on('GET /rest/v1/conversations', { conversations: [], nextCursor: null });
    server.on(`GET /rest/v1/conversations/${idOf(1)}/messages`, thread);
    await openWith({ suggestions: { state: 'ready', data: [aSuggestion(1)] } });
    const suggestions = within(await card('AI Assistant Suggestions'));
    fireEvent.click(suggestions.getByRole('link', { name: 'Send a personal message: Client 1' }));
    return (await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Client 1' })).value;
  }

  it('of one topic are one row with the names, and open to one for each client', async () => {
    const plateau = aSuggestion(9, { topic: 'plateau', type: 'recommendation', message: 'Client 9 has stayed.' });
    const suggestions = await openSuggestions(aSuggestion(1), aSuggestion(2), aSuggestion(3), plateau);
    expect(suggestions.getByText('Client 1, Client 2, and 1 more missed check-ins.')).toBeDefined();
    expect(suggestions.getByText('Client 9 has stayed.')).toBeDefined();
    const toggle = suggestions.getByRole('button', { name: 'Show all 3' });
    fireEvent.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    expect(suggestions.getByText(/^You last heard from Client 3/)).toBeDefined();
  });

  it('are snoozed at once, and come back with undo', async () => {
    const sent = answerHides();
    const suggestions = await openSuggestions(aSuggestion(1), aSuggestion(2));
    await choose('2 clients', 'For 3 days');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]).toEqual({ clientId: idOf(1), topic: 'check_in', until: '2026-03-04' });
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent).toHaveLength(4));
    expect(sent[2]).toEqual({ clientId: idOf(1), topic: 'check_in', until: null });
    expect(suggestions.getByText('Client 1 and Client 2 missed check-ins.')).toBeDefined();
  });

  it('are dismissed until the next check-in', async () => {
    const sent = answerHides();
    await openSuggestions(aSuggestion(1));
    await choose('Client 1', 'Dismiss');
    await waitFor(() => expect(sent).toEqual([{ clientId: idOf(1), topic: 'check_in', until: '2026-03-08' }]));
  });

  it('stay where the server refuses', async () => {
    server.on(HIDE, () => json({ message: 'no' }, 500));
    const suggestions = await openSuggestions(aSuggestion(1));
    await choose('Client 1', 'Dismiss');
    expect(await screen.findByText('Nothing was changed')).toBeDefined();
    expect(suggestions.getByText(/^You last heard from Client 1/)).toBeDefined();
  });

  it('put the drafted message into the composer and send nothing', async () => {
    expect(await openDraft()).toBe('Hi Client, you have not checked in since Mon, Feb 16.');
  });

  it('have their draft in a new tab too, and go with the message that follows them', async () => {
    const conversation = `/rest/v1/conversations/${idOf(1)}/messages`;
    const thread = {
      withName: 'Client 1',
      status: 'active',
      messages: [],
      more: false,
      reads: { coach: 0, client: 0 },
    };
    server.on(`GET ${conversation}`, thread);
    server.on(`POST /rest/v1/conversations/${idOf(1)}/typing`, { notified: true });
    const dashboard = aDashboard({ suggestions: { state: 'ready', data: [aSuggestion(1)] } });
    server.on(`GET /rest/v1/dashboards/coach/${COACH_ID}`, dashboard);
    const sent: object[] = [];
    server.on(`POST ${conversation}`, async (request) => {
      const { id, ...message } = await request.json();
      sent.push(message);
      const stored = {
        id,
        seq: sent.length,
        sender: 'coach',
        body: message.body,
        attachments: [],
        quote: null,
        automatic: false,
      };
      return json({ ...stored, createdAt: '2026-03-02T12:00:00.000Z' });
    });
    const app = await openApp(`/coach/${COACH_ID}/messages/${idOf(1)}?suggestion=check_in`, aCoach());
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Client 1' });
    expect(field.value).toBe('Hi Client, you have not checked in since Mon, Feb 16.');
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent).toMatchObject([
      { body: expect.stringMatching(/^Hi Client/), suggestion: { topic: 'check_in', until: '2026-03-08' } },
    ]);
    await waitFor(() => expect(app.address()).toBe(`/coach/${COACH_ID}/messages/${idOf(1)}`));
    fireEvent.change(field, { target: { value: 'And one more' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).not.toHaveProperty('suggestion');
  });

  it('open an empty composer once they no longer apply', async () => {
    const conversation = `/rest/v1/conversations/${idOf(1)}/messages`;
    const reads = { coach: 0, client: 0 };
    server.on(`GET ${conversation}`, { withName: 'Client 1', status: 'active', messages: [], more: false, reads });
    server.on(`GET /rest/v1/dashboards/coach/${COACH_ID}`, () => json({ message: 'no' }, 500));
    await openApp(`/coach/${COACH_ID}/messages/${idOf(1)}?suggestion=check_in`, aCoach());
    expect(await screen.findByRole('textbox', { name: 'Message to Client 1' })).toHaveProperty('value', '');
  });

  it('never replace a text of the coach', async () => {
    saveDraft(draftName(COACH_ID, idOf(1)), 'Half a sentence');
    expect(await openDraft()).toBe('Half a sentence');
    expect(await screen.findByText('Your own text is still there')).toBeDefined();
  });
});
