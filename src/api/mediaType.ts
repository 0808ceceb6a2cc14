import { ApiError } from './errors.ts';

/** @throws ApiError 415 unless the body is sent as JSON in UTF-8, as it is (no content coding) */
export function refuseOtherThanJson(headers: {
  readonly 'content-type'?: string | undefined;
  readonly 'content-encoding'?: string | undefined;
}): void {
  const type = headers['content-type'];
  if (type === undefined)
    throw new ApiError(
      'unsupported_media_type',
      'The Content-Type header is missing; send application/json.',
    );
  if (type !== 'application/json' && !isJsonInUtf8(type)) throw new ApiError('unsupported_media_type');
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity')
    throw new ApiError('unsupported_media_type', 'A body in a content coding is not taken.');
}

function isJsonInUtf8(type: string): boolean {
  const [media = '', ...parameters] = type.split(';').map((part) => part.trim().toLowerCase());
  return (
    media === 'application/json' &&
    parameters.every(
      (parameter) => !parameter.startsWith('charset=') || /^charset="?utf-?8"?$/.test(parameter),
    )
  );
}
