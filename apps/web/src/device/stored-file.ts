import type { StoredFile } from '@stridewell/contract/files/files';
import { FILE_KINDS } from '@stridewell/contract/files/files.rules';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { isObjectOf, isOneOf, isString, isWhole, orNull } from '../lib/shape.ts';

export const isId = (value: unknown): value is string => isString(value) && isUuid(value);

export const isStoredFile = isObjectOf<StoredFile>({
  id: isId,
  kind: isOneOf(FILE_KINDS),
  name: isString,
  bytes: isWhole,
  width: orNull(isWhole),
  height: orNull(isWhole),
});

/** Without what a page knows besides it. */
export const storedFileOf = ({ id, kind, name, bytes, width, height }: StoredFile): StoredFile => ({
  id,
  kind,
  name,
  bytes,
  width,
  height,
});
