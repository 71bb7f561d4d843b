import { Button, Group, TextInput } from '@mantine/core';
import { type BrandInput, brandInput, type OwnBrand } from '@stridewell/contract/branding/branding';
import { colorNote, HEX_COLOR } from '@stridewell/contract/branding/branding.colors.rules';
import { BRAND_NAME_LENGTH, ICON_LEAST_SIDE } from '@stridewell/contract/branding/branding.rules';
import { fileUrl } from '@stridewell/contract/files/files.rules';
import { uploads } from '../../device/file-upload.ts';
import { toast } from '../../lib/toasts.ts';
import { PhotoInput } from '../../shared/photo-input.tsx';
import { Form } from '../../ui/form.tsx';
import { Muted } from '../../ui/muted.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { usePublishBrand, useSaveBrand } from './branding.queries.ts';

/** Drawings are accepted, too: the server draws them and keeps the pixels. */
const ACCEPT = 'image/png,image/jpeg,image/webp,image/svg+xml';

type BrandFormProps = {
  coachId: string;
  email: string;
  brand: OwnBrand;
  initial: BrandInput;
  /** Runs with every change, also of values that cannot be saved. */
  onChange: (shown: BrandInput) => void;
  onPublished: () => void;
};

const listOf = (coachId: string, picture: 'logo' | 'icon') => `brand-${picture}-${coachId}`;

/** Edits the draft, and publishes it. */
export function BrandForm({ coachId, email, brand, initial, onChange, onPublished }: BrandFormProps) {
  const save = useSaveBrand(coachId);
  const publish = usePublishBrand(coachId);
  const form = useSchemaForm(brandInput, {
    initialValues: initial,
    submit: (draft) => save.mutateAsync(draft),
    fallback: 'Your draft was not saved. Please try again.',
    onValuesChange: onChange,
    onDone({ draft }) {
      for (const picture of ['logo', 'icon'] as const) {
        uploads.forget(uploads.take(listOf(coachId, picture)).map(({ id }) => id));
      }
      if (draft) form.setInitialValues(draft);
      form.resetDirty();
      toast.success('Draft saved');
    },
  });
  const isLocked = brand.suspended !== null;
  const isOpen = form.isDirty() || brand.draft === null;
  const isPublished = brand.published !== null && !isOpen && isSame(brand.published, brand.draft);
  const color = form.values.color.toLowerCase();
  const note = HEX_COLOR.test(color) ? colorNote(color) : undefined;
  return (
    <Form form={publish.error ? { ...form, problem: publish.error.message } : form}>
      <TextInput label="Brand name" maxLength={BRAND_NAME_LENGTH} disabled={isLocked} {...form.getInputProps('name')} />
      <Group align="flex-end" gap="sm" wrap="nowrap">
        <TextInput
          flex={1}
          label="Color"
          description={note}
          disabled={isLocked}
          autoComplete="off"
          spellCheck={false}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('color')}
          rightSectionWidth={52}
          rightSection={
            <input
              type="color"
              aria-label="Pick a color"
              disabled={isLocked}
              value={HEX_COLOR.test(color) ? color : '#000000'}
              onChange={({ currentTarget: { value } }) => form.setFieldValue('color', value)}
              style={{ width: 36, height: 28, padding: 0, border: 0, background: 'none', cursor: 'pointer' }}
            />
          }
        />
      </Group>
      <BrandPicture
        picture="logo"
        label="Logo"
        hint="Stands in place of the name. Choose one that can be seen on light and on dark."
        coachId={coachId}
        isLocked={isLocked}
        fileId={form.values.logoId}
        onChange={(fileId) => form.setFieldValue('logoId', fileId)}
      />
      <BrandPicture
        picture="icon"
        label="Icon"
        hint={`For tabs and home screens: a square of at least ${ICON_LEAST_SIDE} pixels.`}
        coachId={coachId}
        isLocked={isLocked}
        fileId={form.values.iconId}
        onChange={(fileId) => form.setFieldValue('iconId', fileId)}
      />
      <Muted>Emails to your clients and leads come in your name. Replies go to {email}.</Muted>
      <Group>
        <Button type="submit" variant="default" loading={form.busy} disabled={isLocked || !isOpen}>
          Save draft
        </Button>
        <Button
          loading={publish.isPending}
          disabled={isLocked || isOpen || isPublished}
          onClick={() =>
            publish.mutate(undefined, {
              onSuccess() {
                onPublished();
                toast.success('Your brand is published');
              },
            })
          }
        >
          Publish
        </Button>
      </Group>
      {isOpen && !isLocked && <Muted>Save the draft first, then publish it.</Muted>}
    </Form>
  );
}

const isSame = (published: BrandInput, draft: BrandInput | null): boolean =>
  draft !== null &&
  (['name', 'color', 'logoId', 'iconId'] as const).every((field) => published[field] === draft[field]);

type BrandPictureProps = {
  picture: 'logo' | 'icon';
  label: string;
  hint: string;
  coachId: string;
  isLocked: boolean;
  fileId: string | null;
  onChange: (fileId: string | null) => void;
};

function BrandPicture({ picture, label, hint, coachId, isLocked, fileId, onChange }: BrandPictureProps) {
  const list = listOf(coachId, picture);
  const remove = () => {
    uploads.forget(uploads.take(list).map(({ id }) => id));
    onChange(null);
  };
  return (
    <div>
      <PhotoInput
        label={label}
        list={list}
        target={{ coachId, purpose: picture }}
        noun="picture"
        accept={ACCEPT}
        whole
        disabled={isLocked}
        current={fileId ? { url: fileUrl(coachId, fileId), alt: label } : undefined}
        onChange={(id) => id && onChange(id)}
      />
      <Group justify="space-between" mt={4}>
        <Muted>{hint}</Muted>
        {fileId && !isLocked && (
          <Button variant="subtle" color="gray" size="xs" onClick={remove}>
            Remove {picture}
          </Button>
        )}
      </Group>
    </div>
  );
}
