import { ActionIcon, Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { MESSAGE_MAX } from '@stridewell/contract/messages.rules';
import { IconAlertCircle, IconBookmarkPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { readDraft, saveDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { useReview, useSaveQuickReplies } from './checkins.queries.ts';
import { BUILT_IN_REPLIES } from './checkins.replies.ts';
import classes from './review-screen.module.css';

type ReplyComposerProps = {
  coachId: string;
  checkInId: string;
  clientName: string;
  open: boolean;
  reviewed: boolean;
  quickReplies: readonly string[];
  input: RefObject<HTMLTextAreaElement | null>;
  /** Once it is read, with or without a reply. */
  onDone: () => void;
};

/** The answer to a check-in. What is typed stays until it is sent, whatever page is opened meanwhile. */
export function ReplyComposer({
  coachId,
  checkInId,
  clientName,
  open,
  reviewed,
  quickReplies,
  input,
  onDone,
}: ReplyComposerProps) {
  const name = `review.${checkInId}`;
  const [text, setText] = useState(() => readDraft(name));
  // One id for all tries: pressing the button again after a lost answer sends nothing twice.
  const [id] = useState(newId);
  const review = useReview(coachId);
  const save = useSaveQuickReplies(coachId);
  const body = text.trim();
  const write = (value: string) => {
    setText(value);
    saveDraft(name, value);
  };
  const finish = (reply: { id: string; body: string } | null) => {
    if (review.isPending) return;
    review.mutate(
      { checkInId, reply },
      {
        onSuccess() {
          if (reply) saveDraft(name, '');
          toast.success(reply ? `Reply sent to ${clientName}` : 'Marked as reviewed');
          onDone();
        },
      },
    );
  };
  const send = () => {
    if (body && body.length <= MESSAGE_MAX) finish({ id, body });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  const add = (reply: string) => {
    write(body ? `${body} ${reply}` : reply);
    input.current?.focus();
  };
  const keep = (replies: readonly string[], done: string) =>
    save.mutate([...replies], {
      onSuccess: () => toast.success(done),
      onError: (error) => toast.error('Nothing was changed', messageOf(error, 'Please try again.')),
    });
  return (
    <Stack gap="sm">
      {open ? (
        <>
          <Textarea
            ref={input}
            label={`Reply to ${clientName}`}
            value={text}
            onChange={(event) => write(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            autosize
            minRows={5}
            maxRows={14}
            size="md"
            error={body.length > MESSAGE_MAX && `${body.length - MESSAGE_MAX} characters too many`}
          />
          <ul className={classes.replies} aria-label="Quick replies">
            {[...quickReplies, ...BUILT_IN_REPLIES].map((reply, index) => (
              <li key={reply} className={classes.reply}>
                <button type="button" className={classes.use} onClick={() => add(reply)}>
                  {reply}
                </button>
                {index < quickReplies.length && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Forget “${reply}”`}
                    onClick={() =>
                      keep(
                        quickReplies.filter((kept) => kept !== reply),
                        'Quick reply removed',
                      )
                    }
                  >
                    <IconX size={16} stroke={1.75} />
                  </ActionIcon>
                )}
              </li>
            ))}
          </ul>
          {body &&
            body.length <= 400 &&
            !body.includes('\n') &&
            quickReplies.length < 20 &&
            !quickReplies.includes(body) && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                className={classes.start}
                leftSection={<IconBookmarkPlus size={16} stroke={1.75} />}
                loading={save.isPending}
                onClick={() => keep([body, ...quickReplies], 'Kept as a quick reply')}
              >
                Keep as a quick reply
              </Button>
            )}
        </>
      ) : (
        <Text c="dimmed">{clientName} is not a current client, so there is nobody to reply to.</Text>
      )}
      {review.error && (
        <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
          {messageOf(
            review.error,
            'Nothing was sent, and what you wrote is kept. Check your connection and try again.',
          )}
        </Alert>
      )}
      <Group gap="xs">
        {open && (
          <Button onClick={send} loading={review.isPending} disabled={!body || body.length > MESSAGE_MAX}>
            Send reply
          </Button>
        )}
        {!reviewed && (
          <Button variant="default" onClick={() => finish(null)} loading={review.isPending}>
            Mark reviewed without reply
          </Button>
        )}
      </Group>
    </Stack>
  );
}
