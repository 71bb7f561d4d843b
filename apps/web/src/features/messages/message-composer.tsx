import { ActionIcon, FileButton, SimpleGrid, Text, Textarea } from '@mantine/core';
import { FILE_ACCEPT } from '@stridewell/contract/files/files.rules';
import { MESSAGE_MAX } from '@stridewell/contract/messages/messages.rules';
import { isAlarming } from '@stridewell/contract/words.rules';
import { IconPaperclip, IconSend2 } from '@tabler/icons-react';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { readDraft, saveDraft } from '../../device/drafts.ts';
import { type Upload, uploads, useUploads } from '../../device/file-upload.ts';
import { numberText } from '../../lib/format.ts';
import { HelpLine } from '../../shared/help-line.tsx';
import { UploadTile } from '../../shared/upload-tile.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import classes from './message-thread.module.css';
import { type ConversationIds, sendTyping } from './messages.queries.ts';

type MessageComposerProps = {
  /** The name of the draft. */
  name: string;
  conversation: ConversationIds;
  label: string;
  /** Shows help below words about self-harm, also after they were sent. */
  helps: boolean;
  onFiles: (files: File[]) => void;
  onSend: (body: string, attachments: Upload[]) => void;
};

const TYPING_EVERY_MS = 3000;
/** Longer texts show how many characters are left. */
const NEARLY_FULL = MESSAGE_MAX - 500;

/** Writes a message. Typed text stays in the tab until it is sent. */
export function MessageComposer({ name, conversation, label, helps, onFiles, onSend }: MessageComposerProps) {
  const [text, setText] = useState(() => readDraft(name));
  const [alarming, setAlarming] = useState('');
  const typingSentAt = useRef(0);
  const input = useRef<HTMLTextAreaElement>(null);
  const body = text.trim();
  const tooLong = body.length > MESSAGE_MAX;
  const chosen = useUploads().filter(({ list }) => list === name);
  const refused = chosen.some(({ status }) => status === 'refused');
  const maySend = (body !== '' || chosen.length > 0) && !tooLong && !refused;
  const write = (value: string) => {
    setText(value);
    saveDraft(name, value);
    if (value.trim() && Date.now() - typingSentAt.current > TYPING_EVERY_MS) {
      typingSentAt.current = Date.now();
      sendTyping(conversation);
    }
  };
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!maySend) return;
    if (isAlarming(body)) setAlarming(body);
    onSend(body, uploads.take(name));
    typingSentAt.current = 0;
    write('');
    // A phone's keyboard stays open for the next one.
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An Enter that ends the choice of a character in an input method is not one that sends.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
  };
  const hint = () => {
    if (refused) return 'Remove the file that cannot be sent, then send the rest.';
    return body.length > NEARLY_FULL && !tooLong
      ? `${numberText(MESSAGE_MAX - body.length)} characters left`
      : 'Enter sends, Shift+Enter starts a new line';
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
  const resetInput = useRef<() => void>(null);
  const choose = (files: File[]) => {
    onFiles(files);
    // So that the same file can be chosen again.
    resetInput.current?.();
  };
  return (
    <form onSubmit={send} className={classes.composer}>
      {chosen.length > 0 && (
        <SimpleGrid
          component="ul"
          minColWidth="min(260px, 100%)"
          spacing={6}
          className={classes.files}
          aria-label="Files to send"
        >
          {chosen.map((upload) => (
            <li key={upload.id}>
              <UploadTile
                upload={upload}
                onRemove={() => uploads.forget([upload.id])}
                onRetry={() => uploads.retry(upload.id)}
              />
            </li>
          ))}
        </SimpleGrid>
      )}
      <FileButton
        onChange={choose}
        multiple
        resetRef={resetInput}
        accept={`${FILE_ACCEPT.image},${FILE_ACCEPT.pdf}`}
        inputProps={{ 'aria-label': 'Photos and PDFs' }}
      >
        {(props) => <IconButton {...props} size={44} label="Add photos or PDFs" icon={IconPaperclip} iconSize={20} />}
      </FileButton>
      <Textarea
        ref={input}
        aria-label={label}
        placeholder="Write a message"
        value={text}
        onChange={({ currentTarget: { value } }) => write(value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        autosize
        minRows={1}
        maxRows={8}
        size="md"
        className={classes.input}
        error={tooLong && `${numberText(body.length - MESSAGE_MAX)} characters too many`}
      />
      <ActionIcon type="submit" size={44} variant="filled" aria-label="Send" disabled={!maySend}>
        <IconSend2 size={20} stroke={1.75} />
      </ActionIcon>
      <Text size="xs" c="dimmed" className={classes.hint}>
        {hint()}
      </Text>
      {helps && <HelpLine className={classes.help} text={isAlarming(body) ? body : alarming} />}
    </form>
  );
}
