import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import type { z } from 'zod';
import { messageOf, problemsOf } from '../lib/errors.ts';
import { useProblemFocus } from '../lib/use-problem-focus.ts';

type SchemaFormOptions<Schema extends z.ZodType, Values, Result> = {
  initialValues: Values;
  /** Turns what is typed into what the schema reads, where the two differ. */
  toInput?: (values: Values) => unknown;
  /** Sends the values as the schema returns them, usually `mutateAsync` of a mutation. */
  submit: (output: z.output<Schema>) => Promise<Result>;
  /** Runs after a successful submit, unless the form was closed meanwhile. */
  onDone?: (result: Result, output: z.output<Schema>) => void;
  /** Advice for failures without a message of the server. */
  fallback?: string;
  /** The values are kept on the device, so `submit` runs without a connection too. */
  isOffline?: boolean;
  /** Names the field that shows a problem of the schema's `path`, where the two differ. */
  fieldFor?: (path: string) => string;
  onValuesChange?: (values: Values) => void;
};

/** The parts of a form that `Form` and `FormDialog` need, without its values. */
export type FormControl = {
  formProps: {
    ref: RefObject<HTMLFormElement | null>;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    /** Loads the schema, which sending needs, once a person begins. */
    onFocus: () => void;
    noValidate: true;
  };
  /** True while the values are being sent; a second submit is ignored. */
  busy: boolean;
  /** Why sending failed, as text. Problems of single fields are at the fields as well. */
  problem: string | null;
  isDirty: () => boolean;
  /** Back to the initial values, without errors. */
  reset: () => void;
};

export type SchemaForm<Values> = Omit<UseFormReturnType<Values>, 'reset' | 'isDirty'> &
  Pick<UseFormReturnType<Values>, 'isDirty'> &
  FormControl & {
    /** The failure itself, for dialogs that offer more than its text. */
    error: Error | null;
  };

/** The path of the field that shows a problem: `tags.0` becomes `tags` where the form holds tags as one text. */
function fieldOf(path: string, values: unknown): string {
  const field: string[] = [];
  let value = values;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null) break;
    field.push(key);
    value = Reflect.get(value, key);
  }
  return field.join('.');
}

/** A schema that the page has, or one that loads when a person begins to fill in its form. */
type SchemaSource<Schema> = Schema | (() => Promise<Schema>);

function useLateSchema<Schema extends z.ZodType>(source: SchemaSource<Schema>) {
  const loaded = useRef<Schema | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  if (typeof source !== 'function') loaded.current = source;
  const load = async () => {
    if (typeof source === 'function') loaded.current ??= await source();
    setFailure(null);
  };
  return {
    loaded,
    failure,
    /** A failed load is tried again with the next attempt to send. */
    prepare: () => void load().catch(() => undefined),
    whenLoaded: (run: () => void) => {
      if (loaded.current) run();
      else void load().then(run, setFailure);
    },
  };
}

/**
 * A form that a schema validates and that is sent once at a time. The first field with a problem gets the
 * focus; problems that the server finds are shown at their fields.
 */
export function useSchemaForm<Schema extends z.ZodType, Values extends Record<string, unknown>, Result>(
  source: SchemaSource<Schema>,
  options: SchemaFormOptions<Schema, Values, Result>,
): SchemaForm<Values> {
  const {
    initialValues,
    toInput = (values: Values): unknown => values,
    submit,
    onDone,
    fallback,
    isOffline = false,
    fieldFor = (path: string) => path,
    onValuesChange,
  } = options;
  const element = useRef<HTMLFormElement>(null);
  const focusProblem = useProblemFocus(element);
  const sending = useRef(false);
  const { loaded, failure, prepare, whenLoaded } = useLateSchema(source);
  const form = useForm<Values>({
    initialValues,
    validate(values) {
      if (!loaded.current) return {};
      const problems = schemaResolver(loaded.current, { sync: true })(toInput(values) as Record<string, unknown>);
      return Object.fromEntries(
        Object.entries(problems).map(([path, text]) => [fieldOf(fieldFor(path), values), text]),
      );
    },
    ...(onValuesChange && { onValuesChange }),
  });
  const send = useMutation({
    mutationFn: (output: z.output<Schema>) => submit(output),
    networkMode: isOffline ? 'always' : 'online',
    onError(error) {
      const problems = Object.entries(problemsOf(error)).map(([path, text]) => [
        fieldOf(fieldFor(path), form.getValues()),
        text,
      ]);
      if (problems.length === 0) return;
      form.setErrors(Object.fromEntries(problems));
      focusProblem();
    },
    onSettled() {
      sending.current = false;
    },
  });
  const onSubmit = form.onSubmit((values) => {
    const checked = loaded.current?.safeParse(toInput(values));
    if (!checked?.success || sending.current) return;
    sending.current = true;
    send.mutate(checked.data, { onSuccess: (result) => onDone?.(result, checked.data) });
  }, focusProblem);
  const problem = failure ?? send.error;
  return {
    ...form,
    formProps: {
      ref: element,
      noValidate: true,
      onFocus: prepare,
      onSubmit(event) {
        event.preventDefault();
        // Events cross portals: a form around a dialog must not submit as well.
        event.stopPropagation();
        whenLoaded(onSubmit);
      },
    },
    busy: send.isPending,
    error: send.error,
    problem: problem && messageOf(problem, fallback ?? 'Nothing was saved. Please try again.'),
    reset() {
      form.reset();
      send.reset();
    },
  };
}
