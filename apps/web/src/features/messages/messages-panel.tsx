import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { MessageThread } from './message-thread.tsx';
import { type ConversationIds, threadQuery } from './messages.queries.ts';
import classes from './messages-layout.module.css';

type MessagesPanelProps = { conversation: ConversationIds; units: UnitSystem };

/** A coach's conversation inside the client's page. */
export const MessagesPanel = ({ conversation, units }: MessagesPanelProps) => (
  <QueryBoundary
    query={useQuery(threadQuery(conversation))}
    failed="The conversation could not be loaded"
    loading="Loading the conversation"
    skeleton={420}
  >
    {() => (
      <div className={classes.panel}>
        <MessageThread conversation={conversation} side="coach" userId={conversation.coachId} units={units} embedded />
      </div>
    )}
  </QueryBoundary>
);
