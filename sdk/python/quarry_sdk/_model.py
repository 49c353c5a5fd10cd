from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A member that a later version of the service adds is kept, in `model_extra`."""

    model_config = ConfigDict(extra="allow", populate_by_name=True, protected_namespaces=())
