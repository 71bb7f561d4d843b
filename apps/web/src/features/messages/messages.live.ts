import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openChannel } from '../../lib/realtime.ts';
import { heardTyping, refreshMessages } from './messages.queries.ts';

/**
 * Keeps messages fresh on a screen that somebody looks at. A hidden one lets go of its connection, because browsers
 * have few of them for all tabs together, and asks for everything when it is shown again.
 */
export function useLiveMessages(userId: string): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has a connection of their own.
  useEffect(() => {
    // Where there is none, polling alone does it.
    if (typeof EventSource === 'undefined') return;
    let channel: ReturnType<typeof openChannel> | undefined;
    const follow = () => {
      channel?.leave();
      channel = undefined;
      if (document.visibilityState !== 'visible') return;
      channel = openChannel({
        url: '/rest/v1/events',
        onEvent({ event, conversationId = '' }) {
          if (event === 'heartbeat') return;
          if (event === 'message' || event === 'typing') heardTyping(client, conversationId, event === 'typing');
          if (event !== 'typing') void refreshMessages(client);
        },
      });
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      channel?.leave();
    };
  }, [client, userId]);
}
