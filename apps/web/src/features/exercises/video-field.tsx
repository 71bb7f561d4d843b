import { Button, FileButton, Group, Input, Stack, TextInput } from '@mantine/core';
import { FILE_ACCEPT, fileUrl, parseFileUrl } from '@stridewell/contract/files/files.rules';
import { IconVideo } from '@tabler/icons-react';
import { type ComponentProps, useEffect } from 'react';
import { uploads, useUploads } from '../../device/file-upload.ts';
import { ExerciseVideo } from '../../shared/exercise-video.tsx';
import { UploadTile } from '../../shared/upload-tile.tsx';

type VideoFieldProps = {
  coachId: string;
  exerciseId: string;
  name: string;
  value: string;
  onChange: (videoUrl: string) => void;
  /** Of the field for a link. */
  input: ComponentProps<typeof TextInput>;
};

/** The video of an exercise: a link, or a file from the coach's device, which is uploaded at once. */
export function VideoField({ coachId, exerciseId, name, value, onChange, input }: VideoFieldProps) {
  const list = `exercise-${exerciseId}`;
  const upload = useUploads().find((one) => one.list === list);
  const drop = () => uploads.forget(uploads.take(list).map(({ id }) => id));
  const isUploaded = parseFileUrl(value) !== null;
  useEffect(() => {
    if (upload?.status !== 'ready') return;
    onChange(fileUrl(coachId, upload.id));
    uploads.forget(uploads.take(list).map(({ id }) => id));
  }, [upload, coachId, list, onChange]);
  const choose = (file: File | null) => {
    if (!file) return;
    drop();
    uploads.add(list, [file], { coachId, purpose: 'exercise' });
  };
  const button = (
    <FileButton onChange={choose} accept={FILE_ACCEPT.video} inputProps={{ 'aria-label': 'Upload a video' }}>
      {(props) => (
        <Button {...props} variant="default" leftSection={<IconVideo size={16} stroke={1.75} />}>
          {isUploaded ? 'Upload another' : 'Upload a video'}
        </Button>
      )}
    </FileButton>
  );
  if (upload) {
    return (
      <Input.Wrapper label="Video" labelElement="div">
        <UploadTile upload={upload} onRemove={drop} onRetry={() => uploads.retry(upload.id)} />
      </Input.Wrapper>
    );
  }
  if (isUploaded) {
    return (
      <Input.Wrapper label="Video" labelElement="div">
        <Stack gap="xs">
          <ExerciseVideo videoUrl={value} name={name} />
          <Group gap="xs">
            {button}
            <Button variant="subtle" color="gray" onClick={() => onChange('')}>
              Remove video
            </Button>
          </Group>
        </Stack>
      </Input.Wrapper>
    );
  }
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        label="Video"
        description="A link, or a video file of up to 100 MB. Your clients see it."
        inputMode="url"
        flex="1 1 240px"
        {...input}
      />
      {button}
    </Group>
  );
}
