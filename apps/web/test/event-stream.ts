/** The answer of a procedure that sends one event after another. `isCut`: the connection ends before the last one. */
export function eventStream(events: readonly object[], { isCut = false } = {}): Response {
  const lines = events.map((event) => `event: message\ndata: ${JSON.stringify(event)}\n\n`);
  const body = `${lines.join('')}${isCut ? '' : 'event: done\n\n'}`;
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
