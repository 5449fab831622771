/** Thrown when an entity that is to be saved has a property that its description does not name: it would be lost. */
export class UndescribedPropertyError extends TypeError {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "UndescribedPropertyError";
  /** Name of the class that lacks the description of the property. */
  readonly entity: string;
  /** Name of the property. */
  readonly property: string;

  /**
   * Creates the error.
   *
   * @param entity name of the class
   * @param property name of the property
   * @param label the path of the object, for example `Book.address`
   */
  constructor(entity: string, property: string, label: string = entity) {
    super(
      `Cannot save ${label} as its property "${property}" must be described, or it would be lost: add it to ` +
        `describeType(${entity}, {…}), or save an object without it`,
    );
    this.entity = entity;
    this.property = property;
  }
}
