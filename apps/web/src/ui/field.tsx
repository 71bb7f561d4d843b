import { Input, type InputWrapperProps } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type FieldAria = { 'aria-labelledby': string; 'aria-describedby'?: string };

type FieldProps = Pick<InputWrapperProps, 'label' | 'description' | 'error' | 'required' | 'size'> & {
  label: ReactNode;
  /** Renders the control with the attributes that connect it to the label, the description and the error. */
  children: (aria: FieldAria) => ReactNode;
};

/**
 * Label, description and error for a control that brings none: segments, chips, sliders, groups of buttons. The inputs
 * of the component library have all of these as props.
 */
export function Field({ label, description, error, required, size = 'md', children }: FieldProps) {
  const id = useId();
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      size={size}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      descriptionProps={{ id: `${id}-description` }}
      errorProps={{ id: `${id}-error` }}
      {...(required && { required })}
    >
      {children({ 'aria-labelledby': `${id}-label`, ...(describedBy && { 'aria-describedby': describedBy }) })}
    </Input.Wrapper>
  );
}
